import { describe, expect, it } from 'vitest';
import { changesPerBatch, contentBodyLimit } from '../../src/contract/index.ts';
import type { ImportHost } from '../../src/sync/proposals/import-host.ts';
import type { Step } from '../../src/sync/proposals/steps.ts';
import { maxBatches, nextBatch, type WriteMethod } from '../../src/sync/proposals/writing.ts';

const content: WriteMethod = { kind: 'content' };
const host: ImportHost = { publish: () => Promise.reject(new Error('Nothing is published here.')) };

function steps(count: number): Step[] {
  return Array.from({ length: count }, (_, at) => ({ do: 'delete', key: `page${at}` }) as unknown as Step);
}

const withText = (text: string): Step => ({ do: 'update', key: 'page', edit: { text } }) as unknown as Step;
const withFiles = (...sizes: readonly number[]): Step =>
  ({ do: 'files', files: sizes.map((size) => ({ bytes: new Uint8Array(size) })) }) as unknown as Step;

describe('the steps of one request', () => {
  it('are as many as the interface takes', () => {
    expect(nextBatch(content, steps(changesPerBatch))).toHaveLength(changesPerBatch);
    expect(nextBatch(content, steps(changesPerBatch + 1))).toEqual(steps(changesPerBatch));
    expect(nextBatch(content, steps(2))).toEqual(steps(2));
    expect(nextBatch(content, [])).toEqual([]);
  });

  it('have no more text together than a request may have', () => {
    const half = withText('a'.repeat(contentBodyLimit / 2 - 3 * 1024));
    expect(nextBatch(content, [half, half, ...steps(3)])).toHaveLength(5);
    expect(nextBatch(content, [half, half, ...steps(5)])).toHaveLength(5);
    expect(nextBatch(content, [half, half, half, ...steps(3)])).toEqual([half, half]);
  });

  it('count a text as long as JSON makes it', () => {
    const quotes = withText('"'.repeat(contentBodyLimit / 4));
    expect(nextBatch(content, [quotes, quotes])).toEqual([quotes]);
  });

  it('count a file as long as base64 makes it, with all files of a step', () => {
    const quarter = contentBodyLimit / 4;
    expect(nextBatch(content, [withFiles(quarter), withFiles(quarter), withFiles(quarter)])).toHaveLength(2);
    expect(nextBatch(content, [withFiles(quarter, quarter), withFiles(quarter)])).toHaveLength(1);
    const fitting = Math.floor((contentBodyLimit / 2 - 2048) * 0.75);
    expect(nextBatch(content, [withFiles(fitting), withFiles(fitting)])).toHaveLength(2);
  });

  it('are one at least, even when it is larger than a request may be', () => {
    const large = withText('a'.repeat(contentBodyLimit + 1));
    expect(nextBatch(content, [large, ...steps(1)])).toEqual([large]);
  });
});

describe('the number of requests for steps', () => {
  it('is what the interface takes at once, and one for each page where pages are imported', () => {
    expect(maxBatches(content, steps(changesPerBatch))).toBe(1);
    expect(maxBatches(content, steps(changesPerBatch + 1))).toBe(2);
    expect(maxBatches({ kind: 'import', host, form: 'page' }, steps(3))).toBe(3);
    expect(maxBatches({ kind: 'import', host, form: 'archive' }, steps(3))).toBe(1);
  });
});
