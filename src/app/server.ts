import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isAppError } from '../base/index.ts';
import type { Caller, WebApp, WebPages, WebParts } from '../service/index.ts';
import { withTitles } from './blank-names.ts';
import { formLimit, readForm, type Form } from './http/forms.ts';
import { sessionCookie } from './http/cookies.ts';
import {
  comesFromOtherSite,
  demandFormToken,
  demandOwnOrigin,
  formToken,
  readNotice,
  securityHeaders,
  signNotice,
  type Notice,
} from './http/safety.ts';
import { addressOfPage, formAgain } from './form-page.ts';
import { LiveStreams, currentStamp } from './live.ts';
import { Mirrors, type MirrorDaemon } from './mirrors.ts';
import { ShownOnce } from './once.ts';
import { homePath, liveRoute, safeReturn, scopeBase, signInPath } from './paths.ts';
import { PagePlaces, Readers } from './readers.ts';
import { routes } from './routes.ts';
import { keptTextsAt } from './screens/kept.ts';
import { withSentForm } from './sent-form.ts';
import { addSignOn } from './sign-on.ts';
import { loadTemplates, type StaticFile, type Templates } from './templates.ts';
import { viewFunctions, type ViewFunctions } from './view-functions.ts';
import type { Outcome, Route, View, Visit } from './visit.ts';
import { DraftWrites } from './writings.ts';

/**
 * The web app of the embedded service: pages that a server writes, which work without scripts. Pages of spaces ask `daemon` for the state
 * of their mirrors.
 */
export function webApp({ daemon }: { readonly daemon?: MirrorDaemon } = {}): WebApp {
  const places = new PagePlaces();
  const mirrors = daemon === undefined ? undefined : new Mirrors(daemon);
  return {
    addTo: (app, parts) => new Server(parts, { places, mirrors }).addTo(app),
    prepare: (source) => void places.of(source, scopeBase({ space: source.id })),
  };
}

/** Somebody who is signed in. */
interface Person {
  readonly secret: string;
  readonly caller: Caller;
}

const sessionLifeMs = 30 * 24 * 60 * 60 * 1000;
const emptyForm: Form = { fields: new Map(), uploads: [] };
const noticeCookie = 'tidemark-notice';

class Server {
  readonly #parts: WebParts;
  readonly #templates: Templates = loadTemplates();
  readonly #readers: Readers;
  readonly #live: LiveStreams;
  readonly #writings = new DraftWrites();
  readonly #once = new ShownOnce();
  readonly #mirrors: Mirrors | undefined;

  constructor(
    parts: WebParts,
    { places, mirrors }: { readonly places: PagePlaces; readonly mirrors: Mirrors | undefined },
  ) {
    this.#parts = parts;
    this.#mirrors = mirrors;
    this.#readers = new Readers(parts, places);
    this.#live = new LiveStreams(parts);
  }

  addTo(app: FastifyInstance): WebPages {
    app.register((own, _options, done) => {
      own.addContentTypeParser(
        ['application/x-www-form-urlencoded', 'multipart/form-data'],
        { parseAs: 'buffer', bodyLimit: formLimit },
        (_request, body, parsed) => parsed(null, body),
      );
      own.addHook('onRequest', async (request, reply) => this.#receive(request, reply));
      own.setErrorHandler((error, request, reply) => this.#fail(request, reply, error));
      const { styles, script, autosave, kept, pictures, look, tree, editor } = this.#templates;
      for (const file of [styles, script, autosave, kept, pictures, look, tree, editor])
        if (file !== undefined) this.#addFile(own, file);
      this.#addSignIn(own);
      addSignOn(own, {
        ...{ parts: this.#parts, queryOf, formOf, signInView },
        page: (request, reply, view) => this.#page(request, reply, view),
        begin: (request, reply, secret, to) => this.#begin(request, reply, secret, to),
      });
      this.#addLive(own);
      for (const route of routes) this.#addRoute(own, route);
      own.all('/app/*', async () => {
        throw nothingHere();
      });
      done();
    });
    return {
      fail: (request, reply, error) => {
        this.#receive(request, reply);
        void this.#fail(request, reply, error);
      },
    };
  }

  #receive(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(securityHeaders(this.#parts.filesOrigin()));
    // People behind one address must not use up each other's requests.
    const person = this.#personOf(request)?.caller.userId;
    this.#parts.spend(person === undefined ? { address: request.socket.remoteAddress ?? '' } : { person });
  }

  /** A page that cannot get events gets 204, after which its browser does not ask again. */
  #addLive(own: FastifyInstance): void {
    own.addHook('preClose', async () => this.#live.end());
    own.get(liveRoute, async (request, reply) => {
      const person = this.#personOf(request);
      const site = request.headers['sec-fetch-site'] ?? 'same-origin';
      if (person === undefined || site !== 'same-origin') return reply.code(204).send();
      const visit = await this.#visit(request, person);
      const stream = this.#live.watch({
        session: person.secret,
        seen: visit.query.get('seen') ?? '',
        isSignedIn: () => this.#parts.sessions.callerOf(person.secret) !== undefined,
        look: () => currentStamp(visit),
      });
      if (stream === undefined) return reply.code(204).send();
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    });
  }

  #addFile(own: FastifyInstance, { path, type, text }: StaticFile): void {
    own.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
    );
  }

  #addSignIn(own: FastifyInstance): void {
    own.get(signInPath, async (request, reply) => {
      const to = safeReturn(queryOf(request).get('to') ?? undefined);
      if (this.#personOf(request) !== undefined) return reply.redirect(to, 303);
      return this.#page(request, reply, signInView(to));
    });
    own.post(signInPath, async (request, reply) => {
      demandOwnOrigin(request, this.#parts.origin());
      const form = await formOf(request);
      const to = safeReturn(form.fields.get('to'));
      try {
        const secret = this.#parts.sessions.beginWithToken((form.fields.get('token') ?? '').trim());
        return this.#begin(request, reply, secret, to);
      } catch (error) {
        if (!isAppError(error, 'UNAUTHENTICATED')) throw error;
        return this.#page(request, reply, signInView(to, error.message));
      }
    });
    own.get<{ Params: { code: string } }>(`${signInPath}/:code`, async (request, reply) => {
      const to = safeReturn(queryOf(request).get('to') ?? undefined);
      const secret = this.#parts.sessions.beginWithCode(request.params.code);
      if (secret !== undefined) return this.#begin(request, reply, secret, to);
      if (this.#personOf(request) !== undefined) return reply.redirect(to, 303);
      return this.#page(request, reply, signInView(to, 'This address was used before, or it has expired.'));
    });
    own.post('/app/sign-out', async (request, reply) => {
      const { secret, caller } = await this.#sender(request);
      const { fields } = await formOf(request);
      if (fields.get('where') === 'everywhere') this.#parts.sessions.endAllOf(caller.userId);
      else this.#parts.sessions.end(secret);
      return reply
        .header('set-cookie', this.#cookie().clear())
        .header('clear-site-data', '"cache"')
        .redirect(signInPath, 303);
    });
  }

  /** Begins a session under a new secret, and ends the session that this browser had. */
  #begin(request: FastifyRequest, reply: FastifyReply, secret: string, to: string): FastifyReply {
    const former = this.#cookie().read(request);
    if (former !== undefined) this.#parts.sessions.end(former);
    return reply.header('set-cookie', this.#cookie().set(secret, sessionLifeMs)).redirect(to, 303);
  }

  #addRoute(own: FastifyInstance, route: Route): void {
    own.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        if (
          route.stranger !== undefined &&
          this.#personOf(request) === undefined &&
          !comesFromOtherSite(request)
        )
          return this.#answerStranger(request, reply, route.stranger);
        const person = route.method === 'POST' ? await this.#sender(request) : this.#personOf(request);
        if (person === undefined) return this.#strangerAt(request, reply);
        const visit = await this.#visit(request, person);
        try {
          return this.#answer(request, reply, await route.show(visit), visit);
        } catch (error) {
          return this.#answerFailedForm(request, reply, { error, visit });
        }
      },
    });
  }

  /** Shows the page with the form again that failed. Whatever else failed, and what the page cannot show, is thrown again. */
  async #answerFailedForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { error, visit }: { readonly error: unknown; readonly visit: Visit },
  ): Promise<FastifyReply> {
    const isForm = request.method === 'POST' && request.headers.accept !== 'application/json';
    const failure = asFailure(error);
    if (!isForm || failure.status >= 500 || failure.status === 401) throw error;
    const page = await formAgain(visit, failure);
    if (page === undefined) throw error;
    return this.#page(request, reply, page.view, page.visit);
  }

  /** Shows a page to somebody who is not signed in, or begins a session where a form of that page asked for one. */
  async #answerStranger(
    request: FastifyRequest,
    reply: FastifyReply,
    show: NonNullable<Route['stranger']>,
  ): Promise<FastifyReply> {
    if (request.method === 'POST') demandOwnOrigin(request, this.#parts.origin());
    const outcome = await show({
      params: request.params as Record<string, string>,
      form: request.method === 'POST' ? await formOf(request) : emptyForm,
      address: request.raw.url ?? homePath,
      parts: this.#parts,
    });
    if ('template' in outcome) return this.#page(request, reply, outcome);
    reply.header('set-cookie', noticeHeader(signNotice(outcome.session, { words: outcome.notice }), 60));
    return this.#begin(request, reply, outcome.session, outcome.redirect);
  }

  /**
   * Sends people to the sign-in page and back; when somebody came by a link on another site, the app loads the page again from its own
   * address.
   */
  #strangerAt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const address = request.raw.url ?? homePath;
    if (comesFromOtherSite(request))
      return reply.type('text/html; charset=utf-8').send(this.#templates.render('again', { address }));
    const to = address === homePath ? '' : `?to=${encodeURIComponent(address)}`;
    return reply.redirect(`${signInPath}${to}`, 303);
  }

  /** The person who sends a form. Throws unless the form was made here, for the session that sends it. */
  async #sender(request: FastifyRequest): Promise<Person> {
    demandOwnOrigin(request, this.#parts.origin());
    const person = this.#personOf(request);
    if (person === undefined)
      throw new AppError('UNAUTHENTICATED', 'You are not signed in any more.', {
        hint: 'Sign in again; go back then, and send the form once more.',
      });
    demandFormToken(person.secret, (await formOf(request)).fields.get('form-token'));
    return person;
  }

  #personOf(request: FastifyRequest): Person | undefined {
    const secret = this.#cookie().read(request);
    const caller = secret === undefined ? undefined : this.#parts.sessions.callerOf(secret);
    return secret === undefined || caller === undefined ? undefined : { secret, caller };
  }

  async #visit(request: FastifyRequest, { caller }: Person): Promise<Visit> {
    const parts = this.#parts;
    return {
      caller,
      user: await parts.call(caller, 'getAuthenticatedUser', {}),
      params: request.params as Record<string, string>,
      query: queryOf(request),
      form: request.method === 'POST' ? await formOf(request) : emptyForm,
      address: request.raw.url ?? homePath,
      nowMs: parts.now(),
      readers: this.#readers,
      writings: this.#writings,
      once: this.#once,
      mirrors: this.#mirrors,
      parts,
      call: async (id, asked) => withTitles(await parts.call(caller, id, asked)),
    };
  }

  #answer(request: FastifyRequest, reply: FastifyReply, outcome: Outcome, visit: Visit): FastifyReply {
    if ('elsewhere' in outcome) return reply.redirect(outcome.elsewhere, 302);
    if ('download' in outcome)
      return reply
        .type(outcome.type)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(outcome.name)}`)
        .send(Buffer.from(outcome.download));
    if ('json' in outcome) return reply.send(outcome.json);
    if ('part' in outcome) return reply.type('text/html; charset=utf-8').send(outcome.part);
    if ('template' in outcome)
      return outcome.alone !== undefined && visit.query.has('part')
        ? this.#part(request, reply, { ...outcome, template: outcome.alone }, visit)
        : this.#page(request, reply, outcome, visit);
    const person = this.#personOf(request);
    const { notice: words, isWarning = false } = outcome;
    if (words !== undefined && person !== undefined)
      reply.header('set-cookie', noticeHeader(signNotice(person.secret, { words, isWarning }), 60));
    return reply.redirect(outcome.redirect, 303);
  }

  #part(request: FastifyRequest, reply: FastifyReply, { template, data }: View, visit: Visit): FastifyReply {
    const functions = this.#functions(this.#personOf(request), visit);
    const html = this.#templates.render(template, { ...functions, ...data });
    return reply.type('text/html; charset=utf-8').send(html);
  }

  /** The scripts that a page loads beside the one of all pages. */
  #scriptsOf({ withEditor, withLook, withTree, kept: keptTexts }: View): string[] {
    const { autosave, kept, pictures, look, tree, editor } = this.#templates;
    const wanted = [
      ...(withEditor ? [autosave, pictures, editor] : []),
      ...(keptTexts ? [kept] : []),
      ...(withLook ? [look] : []),
      ...(withTree ? [tree] : []),
    ];
    return wanted.flatMap((file) => file?.path ?? []);
  }

  #functions(person: Person | undefined, visit: Visit | undefined): ViewFunctions {
    return viewFunctions({
      nowMs: this.#parts.now(),
      formToken: person === undefined ? '' : formToken(person.secret),
      page: visit === undefined ? homePath : addressOfPage(visit),
    });
  }

  #page(request: FastifyRequest, reply: FastifyReply, view: View, visit?: Visit): FastifyReply {
    const person = this.#personOf(request);
    const notice = person === undefined ? undefined : noticeOf(request, person.secret);
    if (notice !== undefined) reply.header('set-cookie', noticeHeader('', 0));
    if (view.withLook) reply.headers(securityHeaders(this.#parts.filesOrigin(), { frames: true }));
    const functions = this.#functions(person, visit);
    const data = { ...functions, ...view.data };
    const main = this.#templates.render(view.template, data);
    const html = this.#templates.render('layout', {
      ...functions,
      view,
      user: visit?.user,
      address: visit?.address ?? homePath,
      notice,
      query: visit?.query.get('q') ?? '',
      styles: this.#templates.styles.path,
      script: this.#templates.script.path,
      scripts: this.#scriptsOf(view),
      main: view.sent === undefined ? main : withSentForm(main, view.sent),
    });
    return reply
      .code(view.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(html);
  }

  async #fail(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const failure = asFailure(error);
    if (failure.status >= 500 && failure.code !== 'NOT_AVAILABLE')
      this.#parts.log.error({ operation: request.routeOptions.url ?? '', err: error }, failure.message);
    // A script shows the message in its own place.
    if (request.headers.accept === 'application/json')
      return reply.code(failure.status).send({ message: failure.message, hint: failure.hint });
    const person = this.#personOf(request);
    const visit = person === undefined ? undefined : await this.#visitAfter(request, person);
    const kept = visit === undefined || failure.status !== 404 ? undefined : await keptTextsAt(visit);
    const view: View = {
      template: 'failure',
      title: titleOfFailure(failure),
      status: failure.status,
      ...(kept === undefined ? {} : { kept }),
      data: { message: failure.message, hint: failure.hint, signedIn: visit !== undefined },
    };
    return this.#page(request, reply, view, visit);
  }

  /** Shows a failure in the signed-in person's frame, where that frame can still be made. */
  async #visitAfter(request: FastifyRequest, person: Person): Promise<Visit | undefined> {
    try {
      return await this.#visit(request, person);
    } catch {
      return undefined;
    }
  }

  #cookie() {
    return sessionCookie(this.#parts.origin());
  }
}

const forms = new WeakMap<FastifyRequest, Promise<Form>>();

function formOf(request: FastifyRequest): Promise<Form> {
  const known = forms.get(request);
  if (known !== undefined) return known;
  const { body } = request;
  const read = Buffer.isBuffer(body)
    ? readForm(body, request.headers['content-type'] ?? '')
    : Promise.resolve(emptyForm);
  forms.set(request, read);
  return read;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.raw.url ?? '').split('?').slice(1).join('?'));
}

function noticeOf({ headers }: FastifyRequest, secret: string): Notice | undefined {
  const found = new RegExp(`(?:^|; *)${noticeCookie}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
  return found === undefined ? undefined : readNotice(secret, found);
}

function noticeHeader(value: string, seconds: number): string {
  return `${noticeCookie}=${value}; Path=/app; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

function signInView(to: string, problem?: string): View {
  return {
    template: 'sign-in',
    title: 'Sign in',
    status: problem === undefined ? 200 : 401,
    data: { to, problem },
  };
}

function nothingHere(): AppError {
  return new AppError('NOT_FOUND', 'There is no page at this address.', {
    hint: 'Check the address, or begin at the start page.',
  });
}

function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('TOO_LARGE', 'The form is too large.', {
      hint: 'Send fewer or smaller pictures at a time.',
    });
  if (code === 'FST_ERR_BAD_URL')
    return new AppError('BAD_REQUEST', 'The address cannot be read.', {
      hint: 'Check the address, or begin at the start page.',
    });
  if (statusCode < 500) return new AppError('BAD_REQUEST', 'The request cannot be read.');
  return new AppError('INTERNAL', 'The service failed; nothing was changed.', { cause: error });
}

function titleOfFailure({ status }: AppError): string {
  if (status === 404) return 'Not found';
  if (status === 403) return 'Not allowed';
  if (status === 401) return 'Please sign in again';
  return status >= 500 ? 'Something failed' : 'This did not work';
}
