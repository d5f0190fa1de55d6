import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Random } from '../../clock/port.ts';
import type {
  BodyOf,
  OperationId,
  ParamsOf,
  QueryOf,
  ResultOf,
  SiteCustomization,
} from '../../contract/index.ts';
import type { SpaceSource } from '../../site/index.ts';
import type { Caller, Log } from '../context.ts';

/** The input of an operation that a page of the app calls; a bag that is left out is empty. */
export type OperationInput<Id extends OperationId> = {
  readonly params?: ParamsOf<Id>;
  readonly query?: QueryOf<Id>;
  readonly body?: BodyOf<Id>;
};

/** Does an operation of the interface for somebody: the input is read by its row, and the same guard and handler are used as over HTTP. */
export type CallOperation = <Id extends OperationId>(
  caller: Caller,
  id: Id,
  asked: OperationInput<Id>,
) => Promise<ResultOf<Id>>;

/** The sessions of the app; a secret is the value of a session's cookie. */
export interface Sessions {
  /** Begins a session with a token of the interface. Throws UNAUTHENTICATED for a wrong or expired token. */
  beginWithToken(token: string): string;
  /** Begins a session with a one-time code; undefined when the code is used up or was made up. */
  beginWithCode(code: string): string | undefined;
  /**
   * Makes a person of this name, takes an invitation for that person, and begins a session. Throws where the invitation cannot be taken,
   * and then makes nobody.
   */
  beginWithInvite(invitation: {
    readonly organization: string;
    readonly invite: string;
    readonly name: string;
  }): string;
  callerOf(secret: string): Caller | undefined;
  end(secret: string): void;
  endAllOf(user: string): void;
}

/** A way to sign in that somebody may choose. */
export interface SignOnMethod {
  readonly id: string;
  readonly label: string;
  readonly organization: string;
}

/** Signing in through an organization's identity provider. */
export interface SignOn {
  /** The providers of the organizations that the domain of an e-mail address belongs to. */
  waysFor(email: string): readonly SignOnMethod[];
  /** The provider's address for signing in, and the secret of the browser that may finish. Throws NOT_FOUND. */
  begin(provider: string, to: string): Promise<{ readonly address: string; readonly browser: string }>;
  /** Takes the provider's answer, and returns a code to finish with. Throws UNAUTHENTICATED for an answer that cannot be trusted. */
  accept(provider: string, answer: string): Promise<string>;
  /** Begins a session; undefined for a code that is used, made up, or from another browser. */
  finish(code: string, browser: string): { readonly secret: string; readonly to: string } | undefined;
  /** What an identity provider has to know about this service; undefined where there is no such provider. */
  metadata(provider: string): string | undefined;
}

/** What the service gives to the web app in front of it. The app has no other way to data than `call`, `contentOf` and previews. */
export interface WebParts {
  readonly call: CallOperation;
  /** The content of a revision for the renderer. Throws at once for somebody who may not read that revision through the interface. */
  contentOf(
    caller: Caller,
    space: { readonly id: string; readonly title: string; readonly emoji?: string },
    revision: string,
  ): () => SpaceSource;
  /**
   * The addresses that show the sites as a change request would make them, outside the app's origin. Throws for somebody who may not read
   * the change request.
   */
  previewsOf(
    caller: Caller,
    of: { readonly space: string; readonly change: string },
  ): { readonly title: string; readonly url: string }[];
  /**
   * The address that shows a site as it will be once it is published, with another look where one is given, which only the app may frame;
   * undefined for somebody who may not read the whole site. Throws for a look that the site cannot have, or that the person may not give
   * it.
   */
  previewOfSite(caller: Caller, site: string, look?: SiteCustomization): string | undefined;
  readonly sessions: Sessions;
  readonly signOn: SignOn;
  /** Takes a request out of a budget; throws RATE_LIMITED when nothing is left. */
  spend(spender: { readonly person: string } | { readonly address: string }): void;
  /** The app's origin, in a browser's form: `https://app.example`. */
  origin(): string;
  /** The origin of the service's files and sites. */
  filesOrigin(): string;
  readonly random: Random;
  now(): number;
  /** A name for the present state of everything; it is different after every write. */
  state(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly log: Log;
}

/** The app's pages, once they are in front of the service. */
export interface WebPages {
  /** Shows the failure of a request that reached no route, because its address cannot be read. */
  fail(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
}

/** The app in the form that the service needs: it adds its routes below `/app`. */
export interface WebApp {
  addTo(app: FastifyInstance, parts: WebParts): WebPages;
  /** Prepares what pages about a space need, before anybody asks for one. Shows nothing to anybody. */
  prepare?(source: SpaceSource): void;
}
