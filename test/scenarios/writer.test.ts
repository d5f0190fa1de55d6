import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { syncConfig } from '../sync/memory-world.ts';
import { aClone, serviceWorld } from '../sync/service-world.ts';
import type { Clone, ServiceWorld } from '../sync/service-world.ts';

const sample: Readonly<Record<string, string>> = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n  * [Use](guide/use.md)\n* [表](hyou.md)\n* [Windows](windows.md)\n* [Old](old.md)\n',
  'README.md': '# Welcome\n\nHello.\n',
  'guide/README.md': '---\ndescription: How to\nowner: ada # keep\n---\n\n# Guide\n\nAll of it.\n',
  'guide/install.md': '# Install\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
  'guide/use.md': '# Use\n\n{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}',
  'hyou.md': '# 表\n\n本文。\n',
  'windows.md': '# Windows\r\n\r\nOne.\r\nTwo.\r\n',
  'old.md': '# Old\n\nGone soon.\n',
};

let world: ServiceWorld | null = null;
let clone: Clone | null = null;
const folders: string[] = [];
afterEach(async () => {
  await clone?.remove();
  await world?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  clone = world = null;
});

async function aWriter(
  trigger: 'save' | 'commit',
): Promise<{ clone: Clone; world: ServiceWorld; space: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-seed-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(sample)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  world = serviceWorld();
  const space = world.seed(folder).spaces[0]!.id;
  const config = syncConfig({
    mirror: { spaces: [{ id: space, path: '.' }], changeRequests: 'open', metadata: false, comments: false },
    push: { enabled: true, trigger, via: 'auto' },
  });
  clone = await aClone(world.newRemote, config);
  await clone.sync.cycle();
  return { clone, world, space };
}

function editEverything(clone: Clone): void {
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(join(clone.folder, path), change(clone.read(path)));
  edit('guide/install.md', (text) => text.replace('| 1 | 2 |', '| 1 | 3 |'));
  edit('guide/use.md', (text) => text.replace('\nx\n', '\ny\n'));
  edit('hyou.md', (text) => text.replace('本文。', '新しい本文。'));
  edit('windows.md', (text) => text.replace('Two.\r\n', 'Zwei.\r\n'));
  edit('guide/README.md', (text) =>
    text.replace('description: How to', 'description: How it is done').replace('# Guide', '# Handbook'),
  );
  rmSync(join(clone.folder, 'old.md'));
  mkdirSync(join(clone.folder, '.gitbook/assets'), { recursive: true });
  writeFileSync(
    join(clone.folder, '.gitbook/assets/shot.png'),
    Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0]),
  );
  writeFileSync(join(clone.folder, 'guide/new.md'), '# New\n\n![](../.gitbook/assets/shot.png)\n');
}

describe('a writer in a clone, through the embedded service', () => {
  it.each(['save', 'commit'] as const)(
    'on %s, gets one change request that holds just the edits, and is clean once it is merged',
    async (trigger) => {
      const writer = await aWriter(trigger);
      editEverything(writer.clone);
      if (trigger === 'commit') writer.clone.commit('Better words');

      const report = await writer.clone.sync.cycle();

      expect(report.problems).toEqual([]);
      expect(report.proposals).toHaveLength(1);
      const [proposal] = report.proposals;
      expect(proposal).toMatchObject({ state: 'proposed', number: 1, unsaid: [] });
      if (trigger === 'commit') expect(proposal!.subject).toBe('Better words');
      const diff = writer.clone
        .git('diff', '--name-status', '--no-renames', 'docs/main', 'docs/cr/1')
        .trim()
        .split('\n')
        .sort();
      expect(diff).toEqual(
        [
          'A\t.gitbook/assets/shot.png',
          'A\tguide/new.md',
          'D\told.md',
          'M\tSUMMARY.md',
          'M\tguide/README.md',
          'M\tguide/install.md',
          'M\tguide/use.md',
          'M\thyou.md',
          'M\twindows.md',
        ].sort(),
      );

      expect(await writer.clone.sync.changeRequests.merge({ number: 1 })).toMatchObject({ result: 'merge' });
      const merged = await writer.clone.sync.cycle();
      const quiet = await writer.clone.sync.cycle();

      expect(merged.problems).toEqual([]);
      expect(merged.branch.state).toBe(trigger === 'save' ? 'fast-forwarded' : 'merged');
      expect(writer.clone.git('status', '--porcelain')).toBe('');
      expect(writer.clone.git('diff', 'main', 'docs/main')).toBe('');
      expect(writer.clone.read('windows.md')).toContain('Zwei.\r\n');
      expect(writer.clone.read('guide/README.md')).toContain('owner: ada # keep');
      expect(writer.clone.read('guide/README.md')).toContain('# Handbook');
      expect(quiet).toMatchObject({ outcome: 'quiet', commits: 0 });
      writer.clone.git('fsck', '--strict');
    },
  );

  it('moves a folder as moves', async () => {
    const writer = await aWriter('save');
    renameSync(join(writer.clone.folder, 'guide'), join(writer.clone.folder, 'manual'));

    const report = await writer.clone.sync.cycle();
    await writer.clone.sync.changeRequests.merge({ number: 1 });
    await writer.clone.sync.cycle();

    expect(report.proposals[0]).toMatchObject({ state: 'proposed', unsaid: [] });
    expect(writer.clone.git('status', '--porcelain')).toBe('');
    expect(writer.clone.read('SUMMARY.md')).toContain('(manual/install.md)');
    expect(
      writer.clone.git('log', '--follow', '--format=%h', 'manual/install.md').trim().split('\n'),
    ).toHaveLength(2);
    expect((await writer.clone.sync.cycle()).outcome).toBe('quiet');
  });
});
