import { describe, expect, it } from 'vitest';
import {
  acceptedTexts,
  dropProposal,
  proposalPath,
  acceptedRemovalsOf,
} from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';

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
