import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { ChangeRequest, Space } from '../../src/contract/index.ts';
import type { Remote } from '../../src/sync/remote/port.ts';
import {
  archiveAsSeen,
  importCheckSubject,
  isHelper,
  isReadingWindow,
  isTrialSubject,
  isWindowUnchanged,
  openWindow,
  trialSubject,
  windowSubject,
} from '../../src/sync/remote/window.ts';
import type { WindowRecord } from '../../src/sync/state/records.ts';

const request = (change: Partial<ChangeRequest> = {}): ChangeRequest =>
  ({
    ...{ id: 'w', status: 'draft', subject: windowSubject },
    ...{ revision: 'r1', revisionInitial: 'r1', revisionMergedAncestor: undefined },
    ...change,
  }) as ChangeRequest;
const space = { id: 's1', revision: 'r1' } as Space;
const record: WindowRecord = { id: 'w', revision: 'w1', shows: 'r1' };

/** A service with these change requests; every write is told in one line. */
function aService(requests: readonly ChangeRequest[], answers: Partial<Remote> = {}) {
  const byId = new Map(requests.map((each) => [each.id, each]));
  const told: string[] = [];
  const remote = {
    changeRequest: async (_space: string, id: string) => byId.get(id) ?? null,
    changeRequests: async (_space: string, status: string) =>
      [...byId.values()].filter((each) => each.status === status),
    createChangeRequest: async (id: string, subject: string) => {
      told.push(`create in ${id}: ${subject}`);
      return request({ id: 'new', revision: 'n1', revisionInitial: 'r1' });
    },
    setChangeRequest: async (_space: string, id: string, { status }: { status: ChangeRequest['status'] }) => {
      told.push(`set ${id}: ${status}`);
      const next = { ...byId.get(id)!, status };
      byId.set(id, next);
      return next;
    },
    update: async (_space: string, id: string) => {
      told.push(`update ${id}`);
      byId.set(id, { ...byId.get(id)!, revision: 'w2', revisionMergedAncestor: 'r1' });
      return { revision: 'w2', result: 'update' };
    },
    content: async (place: unknown) => {
      expect(place).toEqual({ kind: 'change-request', space: 's1', id: expect.any(String) });
      return { type: 'edits' };
    },
    ...answers,
  } as unknown as Remote;
  const written: string[] = [];
  const open = (held?: WindowRecord): Promise<WindowRecord> =>
    openWindow(remote, space, held, async ({ id }) => void written.push(id));
  return { remote, told, written, open, byId };
}

const made = `create in s1: ${windowSubject}`;
const fresh = { id: 'new', revision: 'n1', shows: 'r1' };

describe('the reading window of a space', () => {
  it('is made where there is none', async () => {
    const { open, told } = aService([]);

    expect(await open()).toEqual(fresh);
    expect(told).toEqual([made]);
  });

  it('stays as it is while nobody wrote into it and it shows the space', async () => {
    for (const revision of ['w1', 'r1']) {
      const { open, told } = aService([request({ revision, revisionMergedAncestor: 'r1' })]);
      expect(await open(record)).toEqual({ id: 'w', revision, shows: 'r1' });
      expect(told).toEqual([]);
    }
  });

  it('is found by its subject where its record was lost, unless somebody wrote into it', async () => {
    const others = [
      request({ id: 'draft', subject: 'Mine' }),
      request({ id: 'written', revision: 'x1' }),
      request({ id: 'open', status: 'open' }),
    ];
    const { open, told } = aService([...others, request()]);
    expect(await open()).toEqual({ id: 'w', revision: 'r1', shows: 'r1' });
    expect(told).toEqual([]);
    const without = aService(others);
    expect(await without.open()).toEqual(fresh);
    expect([without.told, without.written]).toEqual([[made], []]);
  });

  it.each(['update', 'computed'] as const)(
    'counts as untouched where its newest revision is of the kind %s',
    async (type) => {
      const { open, told } = aService([request({ revision: 'x1', revisionMergedAncestor: 'r1' })], {
        content: async () => ({ type }) as never,
      });

      expect(await open(record)).toEqual({ id: 'w', revision: 'x1', shows: 'r1' });
      expect(told).toEqual([]);
    },
  );

  it.each([
    ['first', { revision: 'x1', revisionInitial: 'x1', revisionMergedAncestor: 'r1' }],
    ['space’s', { revision: 'r1', revisionInitial: 'r0', revisionMergedAncestor: 'r1' }],
  ])('counts as untouched while it is at the %s revision', async (_what, change) => {
    const { open, told } = aService([request(change)]);

    expect(await open(record)).toEqual({ id: 'w', revision: change.revision, shows: 'r1' });
    expect(told).toEqual([]);
  });

  it('is archived and made anew after somebody wrote into it, which is kept before', async () => {
    const { open, told, written } = aService([request({ revision: 'x1', revisionMergedAncestor: 'r1' })]);

    expect(await open(record)).toEqual(fresh);
    expect(written).toEqual(['w']);
    expect(told).toEqual(['set w: archived', made]);
  });

  it('is made anew where it went away, or was closed', async () => {
    for (const requests of [[], [request({ status: 'archived' })], [request({ status: 'merged' })]]) {
      const { open, told, written } = aService(requests);
      expect(await open(record)).toEqual(fresh);
      expect([told, written]).toEqual([[made], []]);
    }
  });

  const older = request({ revision: 'w1', revisionInitial: 'r0' });
  it('is brought up to date where it shows an older revision of the space', async () => {
    const { open, told } = aService([older]);

    expect(await open(record)).toEqual({ id: 'w', revision: 'w2', shows: 'r1' });
    expect(told).toEqual(['update w']);
  });

  it('is taken as it is after an update that was not needed, or that somebody else made', async () => {
    for (const code of ['CONFLICT', 'WRONG_STATE'] as const) {
      const { open, told } = aService([older], { update: () => Promise.reject(new AppError(code, 'No')) });
      expect(await open(record)).toEqual({ id: 'w', revision: 'w1', shows: 'r0' });
      expect(told).toEqual([]);
    }
  });

  it('is archived and made anew where it cannot be brought up to date', async () => {
    const ways: readonly Partial<Remote>[] = [
      { update: async () => ({ revision: 'w2', result: 'conflicts' }) },
      {
        update: async () => ({ revision: 'w2', result: 'update' }),
        changeRequest: async () => null,
        changeRequests: async () => [older],
      },
      {
        update: async () => ({ revision: 'w2', result: 'update' }),
        changeRequest: async () => request({ status: 'archived' }),
        changeRequests: async () => [older],
      },
    ];
    for (const [at, way] of ways.entries()) {
      const { open, told } = aService([older], {
        ...way,
        content: async () => ({ type: 'update' }) as never,
      });
      expect(await open(at === 0 ? record : undefined)).toEqual(fresh);
      expect(told).toEqual(['set w: archived', made]);
    }
  });

  it('is made anew although the old one cannot be archived, and fails as the service fails', async () => {
    const no = new AppError('FORBIDDEN', 'No');
    const refusing = aService([request({ revision: 'x1' })], { setChangeRequest: () => Promise.reject(no) });
    expect(await refusing.open(record)).toEqual(fresh);
    const broken = aService([older], { update: () => Promise.reject(no) });
    await expect(broken.open(record)).rejects.toBe(no);
    const fault = new TypeError('A fault of ours');
    const faulty = aService([request({ revision: 'x1' })], { setChangeRequest: () => Promise.reject(fault) });
    await expect(faulty.open(record)).rejects.toBe(fault);
  });

  it('is unchanged while it is there with the same revision', async () => {
    const { remote } = aService([request({ revision: 'w1' })]);

    expect(await isWindowUnchanged(remote, 's1', record)).toBe(true);
    expect(await isWindowUnchanged(remote, 's1', { ...record, revision: 'w0' })).toBe(false);
    expect(await isWindowUnchanged(remote, 's1', { ...record, id: 'gone' })).toBe(false);
  });
});

describe('a change request that is archived because nobody wrote into it', () => {
  const seen = request({ revision: 'x1', status: 'open' });

  it('is archived', async () => {
    const { remote, told } = aService([seen]);
    expect(await archiveAsSeen(remote, 's1', seen)).toBe(true);
    expect(told).toEqual(['set w: archived']);
  });

  it.each(['open', 'draft'] as const)(
    'is %s again where somebody wrote into it at that moment',
    async (status) => {
      const { remote, told } = aService([{ ...seen, status, revision: 'x2' }]);
      expect(await archiveAsSeen(remote, 's1', { ...seen, status })).toBe(false);
      expect(told).toEqual(['set w: archived', `set w: ${status}`]);
    },
  );

  it('is left alone where it is closed by now, and any other failure is thrown', async () => {
    for (const code of ['NOT_FOUND', 'WRONG_STATE', 'CONFLICT'] as const) {
      const { remote } = aService([seen], {
        setChangeRequest: () => Promise.reject(new AppError(code, 'No')),
      });
      expect(await archiveAsSeen(remote, 's1', seen)).toBe(false);
    }
    const no = new AppError('FORBIDDEN', 'No');
    const { remote } = aService([seen], { setChangeRequest: () => Promise.reject(no) });
    await expect(archiveAsSeen(remote, 's1', seen)).rejects.toBe(no);
  });
});

it.each<[string, boolean, boolean, boolean]>([
  [windowSubject, true, true, false],
  [importCheckSubject, true, false, false],
  [`${trialSubject} 7`, true, false, true],
  [trialSubject, false, false, false],
  [`About ${trialSubject} 7`, false, false, false],
  [`${windowSubject}!`, false, false, false],
  ['Mine', false, false, false],
])('a change request with the subject “%s” is a tool of ours: %s', (subject, helper, window, trial) => {
  expect([isHelper({ subject }), isReadingWindow({ subject }), isTrialSubject(subject)]).toEqual([
    ...[helper, window, trial],
  ]);
});
