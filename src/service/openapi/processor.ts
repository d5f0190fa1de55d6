/**
 * Reads specifications in the background: pending → progress → complete, with an error code after a failure.
 *
 * The rows are the work list. So a wake only says "look again", a restart continues where the service stopped, and a source that was
 * replaced during the reading is read again (`source_count`). The processor does not try again after a passing failure (a host that does
 * not answer): the specification's owner sees the code and sends the source again.
 */
import { createHash } from 'node:crypto';
import { isAppError } from '../../base/index.ts';
import { yieldToRequests, type Background } from '../background.ts';
import { newId, type Service } from '../context.ts';
import { readSpec } from './parse.ts';

type ErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';

interface Work {
  id: string;
  source_url: string | null;
  source_text: string | null;
  source_count: number;
}

const maxSpecBytes = 10 * 1024 * 1024;

type Needs = Pick<Service, 'store' | 'clock' | 'random' | 'outgoing' | 'log'>;

/** Creates the background reader; it begins with the work that an earlier run left. */
export function createSpecProcessor(service: Needs): Background {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;

  const run = async (): Promise<void> => {
    // A handler wakes us inside its transaction: after this turn, the row is there.
    await yieldToRequests();
    while (!stopping.signal.aborted) {
      again = false;
      const work = take(service);
      if (work === undefined) {
        if (again) continue;
        return;
      }
      await processOne(service, work, stopping.signal);
    }
  };
  const wake = (): void => {
    again = true;
    if (running !== undefined || stopping.signal.aborted) return;
    running = run()
      .catch((error: unknown) =>
        service.log.error({ error: String(error) }, 'reading specifications stopped'),
      )
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  };
  wake();
  return {
    wake,
    idle: async () => {
      while (running !== undefined) await running;
    },
    stop: async () => {
      stopping.abort(new Error('the service stops'));
      again = false;
      await running;
    },
  };
}

function take({ store }: Needs): Work | undefined {
  return store.transaction(() => {
    const work = store.get<Work>(
      `SELECT id, source_url, source_text, source_count FROM openapi_specs WHERE state <> 'complete' ORDER BY number LIMIT 1`,
    );
    if (work !== undefined) store.run("UPDATE openapi_specs SET state = 'progress' WHERE id = ?", work.id);
    return work;
  });
}

async function processOne(service: Needs, work: Work, signal: AbortSignal): Promise<void> {
  const outcome = await read(service, work, signal);
  if (signal.aborted) return;
  const { store } = service;
  const now = new Date(service.clock.now()).toISOString();
  store.transaction(() => {
    const present = store.get<{ source_count: number; last_version: string | null }>(
      'SELECT source_count, last_version FROM openapi_specs WHERE id = ?',
      work.id,
    );
    // The specification is gone, or has another source by now, which still has to be read.
    if (present?.source_count !== work.source_count) return;
    const version =
      'text' in outcome
        ? keepVersion(service, { spec: work.id, last: present.last_version, text: outcome.text, now })
        : present.last_version;
    store.run(
      `UPDATE openapi_specs SET state = 'complete', last_error = ?, last_version = ?, last_processed_at = ?, source_text = NULL
       WHERE id = ?`,
      ...['error' in outcome ? outcome.error : null, version, now, work.id],
    );
  });
}

async function read(
  service: Needs,
  work: Work,
  signal: AbortSignal,
): Promise<{ text: string } | { error: ErrorCode }> {
  const source =
    work.source_text === null
      ? await download(service, work.source_url ?? '', signal)
      : { text: work.source_text };
  if ('error' in source) return source;
  return 'problem' in readSpec(source.text) ? { error: 'PARSE_ERROR' } : source;
}

async function download(
  { outgoing }: Needs,
  url: string,
  signal: AbortSignal,
): Promise<{ text: string } | { error: ErrorCode }> {
  try {
    const answer = await outgoing(url, {
      accept: 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5',
      maxBytes: maxSpecBytes,
      signal,
    });
    if (answer.status !== 200) return { error: 'FETCH_ERROR' };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(answer.body) };
  } catch (error) {
    if (error instanceof TypeError) return { error: 'PARSE_ERROR' };
    return { error: isAppError(error, 'TIMEOUT') ? 'FETCH_TIMEOUT' : 'FETCH_ERROR' };
  }
}

function keepVersion(
  { store, random }: Needs,
  { spec, last, text, now }: { spec: string; last: string | null; text: string; now: string },
): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const same = store.get<{ id: string }>(
    'SELECT id FROM openapi_versions WHERE id = ? AND hash = ?',
    last,
    hash,
  );
  if (same !== undefined) return same.id;
  const id = newId({ random });
  store.run(
    'INSERT INTO openapi_versions (id, spec, hash, text, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    spec,
    hash,
    text,
    now,
  );
  return id;
}
