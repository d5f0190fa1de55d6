import { AppError } from '../../src/base/index.ts';
import { realRandom } from '../../src/clock/index.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../src/http/index.ts';
import {
  checkLinks,
  createExternalCheck,
  type ExternalOptions,
  type LinkReport,
} from '../../src/links/index.ts';
import { createMemoryQueue } from '../../src/queue/index.ts';
import { aTree } from './repository.ts';

/** A clock that only moves while somebody sleeps. */
export function aClock(): ExternalOptions['clock'] & { slept: number[] } {
  let now = 1_000_000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    monotonic: () => now,
    sleep: (ms) => {
      now += ms;
      slept.push(ms);
      return Promise.resolve();
    },
  };
}

export type Answers = Readonly<Record<string, number | string | Error | (number | Error)[]>>;

/** Answers by address: a status, `→ address` for a redirect, an error, or several in turn. */
export function aWeb(answers: Answers): HttpTransport & { asked: string[] } {
  const asked: string[] = [];
  const turns = new Map<string, number>();
  return {
    asked,
    send({ method, url }: HttpRequest): Promise<HttpResponse> {
      asked.push(`${method} ${url}`);
      const listed = answers[url];
      const turn = turns.get(url) ?? 0;
      turns.set(url, turn + 1);
      const answer = Array.isArray(listed)
        ? (listed[Math.min(turn, listed.length - 1)] ?? 404)
        : (listed ?? 404);
      if (answer instanceof Error) return Promise.reject(answer);
      if (typeof answer === 'string')
        return Promise.reject(
          new AppError('REDIRECT_REFUSED', 'a redirect', {
            data: { status: 301, location: answer.slice(2) },
          }),
        );
      return Promise.resolve({ status: answer, headers: {}, body: new Uint8Array() });
    },
    close: () => Promise.resolve(),
  };
}

export const dead = new AppError('NO_ANSWER', 'the connection was refused');

/** Checks a page in such a world. */
export async function check(
  text: string,
  answers: Answers,
  more: Partial<ExternalOptions> = {},
): Promise<{ report: LinkReport; asked: string[]; slept: number[] }> {
  const transport = aWeb(answers);
  const clock = aClock();
  const external = createExternalCheck({
    transport,
    clock,
    openQueue: (work) => createMemoryQueue({ clock, random: realRandom, work, concurrency: 8 }),
    lookup: (host) => Promise.resolve(host.startsWith('intern') ? ['10.0.0.7'] : ['93.184.216.34']),
    ...more,
  });
  const report = await checkLinks({ tree: aTree({ 'README.md': text }), spaces: [{ path: '' }], external });
  return { report, asked: transport.asked, slept: clock.slept };
}
