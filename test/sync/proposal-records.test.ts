import { describe, expect, it } from 'vitest';
import {
  acceptedBefore,
  acceptedFilesOf,
  acceptedTexts,
  dropProposal,
  isOnlyOurs,
  proposalPath,
  acceptedRemovalsOf,
  waitsForBranch,
} from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentFiles } from '../../src/sync/state/proposals.ts';

const open: ProposalRecord = {
  branch: 'main',
  space: 'space1',
  marker: 'abcde',
  subject: 'Mine',
  changeRequest: { id: 'cr1', number: 1, url: 'https://docs.example.com/cr/1' },
  state: 'open',
  ours: true,
  fingerprint: 'f',
  revision: 'r',
  pages: { 'new:own.md': { id: 'page9', path: 'own.md', text: '# Own\n', mark: 'm' } },
  placed: ['page2'],
  deleted: ['page3'],
  removed: { 'gone.md': { sentAt: 'commit' } },
  files: {},
  pending: [],
};

function dropped(record: ProposalRecord): ProposalRecord | null {
  const documents = new Map<string, unknown>();
  dropProposal({ setOwnDocument: (path, value) => void documents.set(path, value) }, record);
  expect([...documents.keys()]).toEqual([proposalPath('main', 'space1')]);
  return documents.get(proposalPath('main', 'space1')) as ProposalRecord | null;
}

describe('a proposal that is given up', () => {
  it('is forgotten where nothing came before it', () => {
    expect(dropped(open)).toBeNull();
  });

  it('leaves what the service took before it, and nothing of its own', () => {
    const taken = { 'taken.md': { id: 'page5', text: '# Taken\n' } };
    const left = dropped({
      ...open,
      adopted: taken,
      removed: { ...open.removed, 'older.md': { sentAt: 'commit', taken: true } },
    });

    expect(Object.fromEntries(acceptedTexts(left))).toEqual(taken);
    expect(Object.keys(acceptedRemovalsOf(left))).toEqual(['older.md']);
    expect(left).toMatchObject({ changeRequest: null, pages: {}, placed: [], deleted: [] });
  });
});

describe('the files that the service took from here', () => {
  const older: SentFiles = { files: { 'SUMMARY.md': 'f1' }, filesSentAt: 'c1', untold: ['x'], deleted: [] };
  const sent: SentFiles = { files: { 'a.png': 'f2' }, filesSentAt: 'c2', untold: ['y'], deleted: ['page3'] };

  it.each<[string, Partial<ProposalRecord>, readonly SentFiles[]]>([
    ['are none where no file was sent', { state: 'merged' }, []],
    ['are none while their change request is open', sent, []],
    ['are those of a change request that was merged', { ...sent, state: 'merged' }, [sent]],
    ['are known before those of the next one are taken', { ...sent, adoptedFiles: [older] }, [older]],
    ['are told newest first', { ...sent, state: 'merged', adoptedFiles: [older] }, [sent, older]],
    ['are known when the next one had none', { state: 'merged', adoptedFiles: [older] }, [older]],
  ])('%s', (_what, change, files) => {
    const record = { ...open, ...change };

    expect(acceptedFilesOf(record)).toEqual(files);
    expect(acceptedBefore(record).adoptedFiles ?? []).toEqual(files);
    const accepted = {
      ...open,
      pages: {},
      removed: {},
      ...change,
      state: 'open' as const,
      adoptedFiles: files,
    };
    expect(waitsForBranch(accepted)).toBe(files.length > 0);
  });

  it('are remembered when the next change request is given up', () => {
    expect(acceptedFilesOf(dropped({ ...open, ...sent, adoptedFiles: [older] }))).toEqual([older]);
  });
});

describe('a change request is only ours', () => {
  const now = { revision: 'r1', revisionInitial: 'r0', revisionMergedAncestor: 'r2' };

  it.each<[string, Partial<ProposalRecord>, Partial<typeof now>, boolean]>([
    ['at the revision that we wrote', { own: 'r1' }, {}, true],
    ['before anybody writes into it', {}, { revision: 'r0' }, true],
    ['where only the service has updated it', {}, { revision: 'r2' }, true],
    ['not at another revision', { own: 'r9' }, {}, false],
    ['not where somebody may have written', {}, {}, false],
  ])('%s', (_what, change, seen, isOurs) => {
    expect(isOnlyOurs({ ...open, ...change }, { ...now, ...seen })).toBe(isOurs);
  });
});
