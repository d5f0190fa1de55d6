import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import { AppError, isAppError, messageOf, type ErrorCode } from '../base/index.ts';
import type { HttpResponse, HttpTransport } from '../http/index.ts';
import { missingObjects } from './missing-objects.ts';
import { asBuffer } from './object-text.ts';
import { entryHeader, objectTypes } from './pack-writer.ts';
import { flush, pktLine, readPktLines } from './pkt-line.ts';
import type { GitHost, GitRepository, Oid, PushedRef, RefUpdate } from './port.ts';

const nothing = '0'.repeat(40);
const answerBytes = 1024 * 1024 * 1024;
const timeoutMs = 10 * 60 * 1000;
/**
 * How many references we name, and how many older commits of references that the host does not show, so that the host finds out what
 * both have.
 */
const mostTips = 4096;
const mostHistory = 256;
const mostHistories = 16;
const agent = 'agent=tidemark';

export interface GitHostOptions {
  transport: HttpTransport;
  /** `https://host/path.git`, without user name and password. */
  url: string;
  token?: string;
  /** Default `tidemark`; most hosts that take a token as the password accept any name. */
  username?: string;
}

/** A repository that can store a pack from a host. */
export interface PackReceiver {
  /** Stores a whole pack, which may have deltas, but only with bases in the same pack. */
  takePack(pack: Uint8Array): Promise<void>;
}

interface HostRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one repository on a host, with the token in a header of each. */
interface HostLine {
  readonly base: string;
  /** Throws for any answer except 200. */
  send(request: HostRequest): Promise<HttpResponse>;
}

/** The refs of a host, and the host's capabilities. */
interface HostLook {
  readonly capabilities: ReadonlySet<string>;
  readonly refs: Map<string, Oid>;
}

/**
 * A repository on a git host over smart HTTP. isomorphic-git reads the references; we request and send packs ourselves, because
 * each of our pushes names the value that it expects, and none is forced. The token is only ever in a header.
 */
export function createGitHost(options: GitHostOptions): GitHost {
  const line = lineTo(options);
  const { base } = line;
  const shown = new Shown();
  return {
    async refs({ signal } = {}) {
      const { refs } = await look(line, false, signal);
      shown.looked(refs);
      return refs;
    },

    async fetch(git, wanted, { signal } = {}) {
      if (wanted.length === 0) return;
      const lines = [...new Set(wanted)].map((oid, at) =>
        pktLine(at === 0 ? `want ${oid} ofs-delta ${agent}\n` : `want ${oid}\n`),
      );
      const haves = (await commonWith(git, shown)).map((oid) => pktLine(`have ${oid}\n`));
      const body = Buffer.concat([...lines, flush, ...haves, pktLine('done\n')]);
      const answer = readPktLines(await post(line, 'git-upload-pack', body, signal));
      const failure = answer.lines.find((text) => text.startsWith('ERR '));
      if (failure !== undefined) throw saidNo(base, failure.slice(4));
      await packReceiver(git).takePack(answer.rest);
      await shown.noteCommon(git);
    },

    async push(git, updates, { signal } = {}) {
      if (updates.length === 0) return [];
      const { capabilities, refs } = await look(line, true, signal);
      const isAtomic = updates.length === 1 || capabilities.has('atomic');
      const late = isAtomic
        ? updates.find(({ ref, expected }) => (refs.get(ref) ?? null) !== expected)
        : undefined;
      if (late !== undefined) return refusedFor(late, updates);
      const send = async (known: readonly Oid[]): Promise<Pushed> => {
        const body = await pushOf(git, { updates, known, capabilities });
        return readReport(
          base,
          updates,
          readPktLines(await post(line, 'git-receive-pack', body, signal)).lines,
        );
      };
      const advertised = new Set(refs.values());
      const known = await shown.known(git, refs);
      let pushed = await send(known);
      if (pushed.lacksObjects && known.some((oid) => !advertised.has(oid))) {
        shown.forget(git);
        pushed = await send(await shown.known(git, refs));
      }
      if (pushed.refused !== null) throw saidNo(base, pushed.refused);
      shown.pushed(git, updates, pushed.outcomes);
      return [...pushed.outcomes];
    },
  };
}

interface Pushed {
  readonly outcomes: readonly PushedRef[];
  /** Why the pack as a whole was refused; null: it was not. */
  readonly refused: string | null;
  /** The host lacks objects that the pack builds on. */
  readonly lacksObjects: boolean;
}

/** The result of a push that we do not send: it is all or nothing, and the host would only refuse it after it has received the whole pack. */
function refusedFor(late: RefUpdate, updates: readonly RefUpdate[]): PushedRef[] {
  return updates.map(({ ref }) => ({
    ref,
    outcome: 'refused',
    reason: ref === late.ref ? 'it has moved' : `${late.ref} has moved`,
  }));
}

/** The body of a push: the reference updates, and a pack with what the host lacks. */
async function pushOf(
  git: GitRepository,
  push: { updates: readonly RefUpdate[]; known: readonly Oid[]; capabilities: ReadonlySet<string> },
): Promise<Buffer> {
  const tips = push.updates.flatMap(({ next }) => (next === null ? [] : [next]));
  const pack = tips.length === 0 ? Buffer.alloc(0) : await packOf(git, tips, push.known);
  return Buffer.concat([...commandsFor(push.updates, push.capabilities), flush, pack]);
}

function lineTo({ transport, url, token, username = 'tidemark' }: GitHostOptions): HostLine {
  const base = url.replace(/\/+$/u, '');
  const credentials: Record<string, string> =
    token === undefined
      ? {}
      : { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
  return {
    base,
    send: async ({ signal, body, ...rest }) => {
      const request = {
        ...rest,
        headers: { ...rest.headers, ...credentials },
        timeoutMs,
        maxBytes: answerBytes,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      };
      const answer = await transport.send(request).catch((error: unknown) => {
        throw ofHost(error);
      });
      if (answer.status !== 200) throw refusal(base, answer.status);
      return answer;
    },
  };
}

/** What to look at when a git host gives no answer, by the code of the failure: the hints of requests are about the service. */
const hintsOfHost: Readonly<Partial<Record<ErrorCode, string>>> = {
  NO_ANSWER: 'Check that the git host of repository.remote is up, and that this machine can reach it.',
  TIMEOUT: 'The git host or the network is slow; try again later.',
  REDIRECT_REFUSED: 'Write the address into repository.remote that the git host really has.',
};

function ofHost(error: unknown): unknown {
  const hint = isAppError(error) ? hintsOfHost[error.code] : undefined;
  if (!isAppError(error) || hint === undefined) return error;
  // A name that DNS does not know has a hint of its own.
  const isName = error.hint?.includes('getent') === true;
  const { code, message, data } = error;
  return new AppError(code, message, {
    hint: isName ? error.hint : hint,
    cause: error,
    ...(data === undefined ? {} : { data }),
  });
}

async function post(
  { base, send }: HostLine,
  service: string,
  body: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const headers = {
    'content-type': `application/x-${service}-request`,
    accept: `application/x-${service}-result`,
  };
  const answer = await send({ method: 'POST', url: `${base}/${service}`, headers, body, signal });
  return asBuffer(answer.body);
}

async function look(
  { base, send }: HostLine,
  forPush: boolean,
  signal: AbortSignal | undefined,
): Promise<HostLook> {
  const request = async (asked: GitHttpRequest): Promise<GitHttpResponse> => {
    const { method = 'GET', headers = {} } = asked;
    const answer = await send({ method, url: asked.url, headers, signal });
    return {
      url: asked.url,
      method,
      headers: { ...answer.headers },
      body: singleChunk(answer.body),
      statusCode: answer.status,
      statusMessage: '',
    };
  };
  try {
    // Loaded when it is needed: most runs of Tidemark use no git host.
    const { getRemoteInfo2 } = await import('isomorphic-git');
    const info = await getRemoteInfo2({
      http: { request },
      url: base,
      forPush,
      protocolVersion: 1,
    });
    const odd = (info.refs ?? []).find(({ oid }) => !/^[0-9a-f]{40}$/u.test(oid));
    if (odd !== undefined) throw new Error(`${JSON.stringify(odd.oid)} is the name of no object`);
    const refs = (info.refs ?? []).filter(({ ref, oid }) => ref.startsWith('refs/') && oid !== nothing);
    return {
      capabilities: new Set(Object.keys(info.capabilities)),
      refs: new Map(refs.map(({ ref, oid }) => [ref, oid])),
    };
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new AppError('ANSWER_INVALID', `${base} does not answer as a git host: ${messageOf(error)}`, {
      hint: 'Check repository.remote: it must be the HTTPS address of a repository.',
      cause: error,
    });
  }
}

/** The commands of a push, each with the expected value of the ref; the first also names our capabilities. */
function commandsFor(updates: readonly RefUpdate[], capabilities: ReadonlySet<string>): Buffer[] {
  const wanted = ['report-status', 'atomic', 'delete-refs'].filter((name) => capabilities.has(name));
  return updates.map(({ ref, expected, next }, at) =>
    pktLine(
      `${expected ?? nothing} ${next ?? nothing} ${ref}${at === 0 ? `\0${[...wanted, agent].join(' ')}` : ''}`,
    ),
  );
}

/**
 * The commits of ours that the host may have as well. A reference that moved on here since it was published needs its history: the host
 * does not know its newest commits, and would send all that the reference ever had.
 */
async function commonWith(git: GitRepository, shown: Shown): Promise<Oid[]> {
  const tips = (await git.listRefs('refs/')).slice(0, mostTips).map(({ oid }) => oid);
  const known = new Set(await shown.known(git));
  const haves = new Set([...tips, ...known]);
  let histories = 0;
  for (const tip of new Set(tips)) {
    if (histories === mostHistories) break;
    if (known.has(tip) || (await git.readObject(tip)).kind !== 'commit') continue;
    histories++;
    for await (const { oid } of git.log(tip, { limit: mostHistory })) {
      if (known.has(oid)) break;
      haves.add(oid);
    }
  }
  return [...haves];
}

/**
 * The references that a host showed, and which of their commits we have. When somebody else has moved a reference, it shows a
 * commit that we lack, although the host still has the earlier one: if we forgot that, every push would send everything since the
 * next older reference.
 */
class Shown {
  #last: ReadonlyMap<string, Oid> = new Map();
  /** By repository of ours and reference, the last commit that both the host and that repository have. */
  readonly #common = new WeakMap<GitRepository, Map<string, Oid>>();

  looked(refs: ReadonlyMap<string, Oid>): void {
    this.#last = refs;
  }

  /** Notes which of the commits that the host showed are here by now. */
  async noteCommon(git: GitRepository): Promise<void> {
    const common = this.#commonWith(git);
    for (const [ref, oid] of this.#last)
      if (common.get(ref) !== oid && (await git.has(oid))) common.set(ref, oid);
  }

  /** The commits that the host has, by everything that we saw of it and by what it shows now. */
  async known(git: GitRepository, refs: ReadonlyMap<string, Oid> = this.#last): Promise<Oid[]> {
    await this.noteCommon(git);
    const common = this.#commonWith(git);
    for (const ref of common.keys()) if (!refs.has(ref)) common.delete(ref);
    this.#last = refs;
    await this.noteCommon(git);
    return [...new Set(common.values())];
  }

  pushed(git: GitRepository, updates: readonly RefUpdate[], outcomes: readonly PushedRef[]): void {
    for (const { ref, next } of updates)
      if (next !== null && outcomes.some((each) => each.ref === ref && each.outcome === 'moved'))
        this.#commonWith(git).set(ref, next);
  }

  forget(git: GitRepository): void {
    this.#common.delete(git);
    this.#last = new Map();
  }

  #commonWith(git: GitRepository): Map<string, Oid> {
    const common = this.#common.get(git) ?? new Map<string, Oid>();
    this.#common.set(git, common);
    return common;
  }
}

/** A pack of what the host lacks, without deltas. */
async function packOf(git: GitRepository, tips: readonly Oid[], known: readonly Oid[]): Promise<Buffer> {
  const commits: Oid[] = [];
  for (const oid of known) if ((await git.readObject(oid)).kind === 'commit') commits.push(oid);
  const entries: Buffer[] = [];
  let count = 0;
  for await (const oid of missingObjects(git, tips, commits)) {
    const { kind, bytes } = await git.readObject(oid);
    entries.push(entryHeader(objectTypes[kind], bytes.length), deflateSync(bytes));
    count++;
  }
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const pack = Buffer.concat([header, ...entries]);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

function readReport(base: string, updates: readonly RefUpdate[], lines: readonly string[]): Pushed {
  const unpack = lines.find((line) => line.startsWith('unpack '));
  if (unpack === undefined) {
    throw new AppError('ANSWER_INVALID', `${base} did not say what became of the push`, {
      hint: 'Look at the host; the next cycle compares again.',
    });
  }
  const outcomes = updates.map(({ ref }): PushedRef => {
    if (lines.includes(`ok ${ref}`)) return { ref, outcome: 'moved' };
    const said = lines.find((line) => line.startsWith(`ng ${ref} `));
    return {
      ref,
      outcome: 'refused',
      ...(said === undefined ? {} : { reason: said.slice(`ng ${ref} `.length) }),
    };
  });
  const refused = unpack === 'unpack ok' ? null : unpack.slice('unpack '.length);
  const isMissing = outcomes.some(({ reason = '' }) => reason.includes('missing necessary objects'));
  return { outcomes, refused, lacksObjects: refused !== null || isMissing };
}

function packReceiver(git: GitRepository): PackReceiver {
  if ('takePack' in git && typeof git.takePack === 'function') return git as GitRepository & PackReceiver;
  throw new AppError('NOT_AVAILABLE', 'Only a repository on disk can fetch from a git host');
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function refusal(base: string, status: number): AppError {
  const [code, why, hint]: readonly [ErrorCode, string, string] =
    status === 401
      ? [
          'UNAUTHENTICATED',
          'it wants a valid token',
          'Set TIDEMARK_GIT_TOKEN to a token that may read and write the repository.',
        ]
      : status === 403
        ? [
            'FORBIDDEN',
            'the token lacks a right',
            'Give the token the right to read and write the repository.',
          ]
        : status === 404
          ? [
              'NOT_FOUND',
              'there is no such repository, or the token may not see it',
              'Check repository.remote.',
            ]
          : ['REMOTE_FAILED', `it answered ${status}`, 'Try again later.'];
  return new AppError(code, `The git host ${base} refused: ${why}`, { hint, data: { status } });
}

function saidNo(base: string, words: string): AppError {
  return new AppError('REMOTE_FAILED', `The git host ${base} refused: ${words}`, {
    hint: 'Look at the host; the next cycle tries again.',
  });
}
