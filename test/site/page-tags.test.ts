import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderSpace, profileOfSpace } from '../../src/site/index.ts';
import { exported, summary } from './site-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-tags-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tagged = '---\ntags:\n  - other\n  - tag: beta\n    primary: true\nlayout:\n  tags:\n    visible: ';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)', '* [Shown](shown.md)', '* [Hidden](hidden.md)'),
  'README.md':
    '---\ntags: [beta, "<b>"]\n---\n\n# Home\n\n{% updates %}\n{% update date="2026-01-29" tags="beta" %}\nx\n{% endupdate %}\n{% endupdates %}\n',
  'shown.md': `${tagged}true\n---\n\n# Shown\n`,
  'hidden.md': `${tagged}false\n---\n\n# Hidden\n`,
  '.gitbook/tags.yaml': '- tag: beta\n  label: Beta\n  emoji: 1f680\n  color: blue\n- tag: 7\n- x\n',
};

describe('the tags of a page', () => {
  it('are below its title, as in change logs, with the labels of the space, unless the page hides them', async () => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { space } = folderSpace({ id: 'docs', title: 'Docs', folder });
    const { text } = await exported({
      source: { spaces: [space], specs: [] },
      profile: profileOfSpace(space),
    });
    const tagsOf = (path: string): string | undefined =>
      /<p class="page-tags">(.*)<\/p>/.exec(text(path))?.[1];
    const beta = '<span class="tag bg-blue">🚀 Beta</span>';

    expect(tagsOf('index.html')).toBe(`${beta}<span class="tag">&lt;b&gt;</span>`);
    expect(text('index.html')).toContain(`</time>${beta}</div>`);
    expect(tagsOf('shown.html')).toBe(`${beta}<span class="tag">other</span>`);
    expect(tagsOf('hidden.html')).toBeUndefined();
  });
});
