import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { flat } from '../simulation/memory-content.ts';
import { memoryImports } from '../simulation/memory-imports.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import type { ServiceStep } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import type { MemoryWorld } from './memory-world.ts';

/** A writer whose service takes edits by imports alone. */
async function aWriter() {
  const service = new MemoryService({ strict: true });
  const imports = memoryImports();
  service.fetchImport = imports.fetch;
  const space = service.addSpace('Guides', [
    service.newPage('Welcome', 'Hello.', [service.newPage('Start', 'Here.')]),
    service.newPage('Usage', 'First.\n\nSecond.'),
  ]);
  const mirror = { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false } as const;
  const config = syncConfig({ mirror: { ...mirror, comments: false } });
  const world = memoryWorld(service, config, { importHost: imports.host });
  await world.sync.cycle();
  const edit = (line: string): void => {
    const text = `${world.read('usage.md') ?? ''}\n${line}\n`;
    world.disk.personSaves('usage.md', new TextEncoder().encode(text));
  };
  return { ...world, space, edit };
}

const requestsOf = ({ service }: MemoryWorld) =>
  [...service.requestsById.values()].filter(({ subject }) => !subject.includes('reading window'));
const trialsOf = (world: MemoryWorld) =>
  requestsOf(world).filter(({ subject }) => subject === 'Tidemark import check (do not merge)');
const pagesOf = ({ service }: MemoryWorld, id: string) =>
  flat(service.revisions.get(service.requestsById.get(id)!.revision)!.pages);

describe('[SYNC-46] before the first edit goes by an import', () => {
  it('one page is imported as it is, once, into a change request that is archived', async () => {
    const writer = await aWriter();
    writer.edit('One.');
    await writer.sync.cycle();
    writer.edit('Two.');
    await writer.sync.cycle();

    const [trial, proposal, ...others] = requestsOf(writer);
    expect(trial).toMatchObject({ subject: 'Tidemark import check (do not merge)', status: 'archived' });
    expect(pagesOf(writer, trial!.id).map(({ text }) => text)).toEqual(
      flat(writer.service.headOf(writer.space).pages).map(({ text }) => text),
    );
    expect(pagesOf(writer, proposal!.id).at(-1)?.text).toContain('Two.');
    expect(others).toEqual([]);
  });

  it('a service that ignores identities gets no edit, and each cycle and status says so', async () => {
    const writer = await aWriter();
    writer.service.ignoresIdentities = true;
    writer.edit('One.');

    const reports = [await writer.sync.cycle(), await writer.sync.cycle(), await writer.sync.cycle()];

    expect(requestsOf(writer)).toHaveLength(1);
    expect(trialsOf(writer)).toMatchObject([{ status: 'archived' }]);
    for (const { exitCode, problems } of reports) {
      expect(exitCode).toBe(3);
      expect(problems).toMatchObject([{ code: 'NOT_SUPPORTED_BY_SERVICE' }]);
      expect(problems[0]!.message).toContain('Tidemark cannot send edits');
    }
    const status = await writer.sync.status();
    expect(status.problems).toMatchObject([{ code: 'NOT_SUPPORTED_BY_SERVICE' }]);
    expect(writer.read('usage.md')).toContain('One.');
  });

  it('a service that changes texts gets no edit either', async () => {
    const writer = await aWriter();
    const { importContent } = writer.service;
    writer.service.importContent = async function (space, id, source) {
      const result = await importContent.call(this, space, id, source);
      this.editChangeRequest(id, ([first, ...rest]) => [{ ...first!, text: `${first!.text}\n` }, ...rest]);
      return { revision: this.requestsById.get(id)!.revision, ...(result ? {} : {}) };
    };
    writer.edit('One.');

    await writer.sync.cycle();

    expect(requestsOf(writer)).toHaveLength(1);
    expect((await writer.sync.cycle()).problems).toMatchObject([{ code: 'NOT_SUPPORTED_BY_SERVICE' }]);
  });

  it('a service that got better is found out after a day', async () => {
    const writer = await aWriter();
    writer.service.ignoresIdentities = true;
    writer.edit('One.');
    await writer.sync.cycle();
    writer.service.ignoresIdentities = false;
    writer.clock.jump(23 * 60 * 60_000);
    const before = await writer.sync.cycle();
    writer.clock.jump(60 * 60_000);
    const after = await writer.sync.cycle();

    expect(before.exitCode).toBe(3);
    expect(after).toMatchObject({ exitCode: 0, proposals: [{ state: 'proposed' }] });
  });

  it('the trial is made once, whatever answer of it is lost', async () => {
    for (let nth = 0; nth < 12; nth++) {
      const writer = await aWriter();
      let left = nth;
      writer.service.onStep = ({ when, operation }: ServiceStep) => {
        if (when !== 'after' || left-- !== 0) return;
        throw new AppError('OUTCOME_UNKNOWN', `${operation} failed`);
      };
      writer.edit('One.');
      for (let cycle = 0; cycle < 4; cycle++) await writer.sync.cycle();

      expect(trialsOf(writer), `lost answer ${nth}`).toMatchObject([{ status: 'archived' }]);
      expect(requestsOf(writer), `lost answer ${nth}`).toHaveLength(2);
    }
  });
});

describe('[SYNC-46] a change request that an import put copies into', () => {
  it('is archived at once, and no later cycle makes more of them', async () => {
    const writer = await aWriter();
    writer.edit('One.');
    await writer.sync.cycle();
    writer.service.ignoresIdentities = true;
    writer.edit('Two.');

    const report = await writer.sync.cycle();
    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ code: 'NOT_SUPPORTED_BY_SERVICE' }]);
    const [, proposal, ...others] = requestsOf(writer);
    expect(proposal!.status).toBe('archived');
    expect(others).toEqual([]);
  });

  it('stays open where somebody else had written into it before', async () => {
    const writer = await aWriter();
    writer.edit('One.');
    await writer.sync.cycle();
    const [, proposal] = requestsOf(writer);
    writer.service.editChangeRequest(proposal!.id, (pages) => [
      ...pages,
      writer.service.newPage('Theirs', 'By somebody else.'),
    ]);
    writer.service.ignoresIdentities = true;
    writer.edit('Two.');

    const report = await writer.sync.cycle();

    expect(report.problems).toMatchObject([{ code: 'NOT_SUPPORTED_BY_SERVICE' }]);
    expect(requestsOf(writer)[1]).toMatchObject({ id: proposal!.id, status: 'draft' });
    expect(pagesOf(writer, proposal!.id).map(({ title }) => title)).toContain('Theirs');
  });
});
