import { expect, it } from 'vitest';
import { checkLinks } from '../../src/links/index.ts';
import { aSite, exported } from '../site/site-fixture.ts';
import { aTree } from './repository.ts';

const includes = '.gitbook/includes';

it.each<readonly [string, string, string | null]>([
  ['a path from its page', `../${includes}/note.md`, null],
  ['a path with a blank', `../${includes}/my note.md`, null],
  ['an encoded path', `../${includes}/my%20note.md`, null],
  ['a name with a percent sign', `../${includes}/100%25.md`, null],
  ['the same name as it is written', `../${includes}/100%25 of it.md`, null],
  ['a folder below', `./../${includes}//deep/./one.md`, null],
  ['a path from the root of the space', `${includes}/note.md`, 'broken-reusable'],
  ['a path from its page that is elsewhere', `../../${includes}/note.md`, 'broken-reusable'],
  ['a name without its ending', `../${includes}/note`, 'broken-reusable'],
  ['other capitals', `../${includes}/Note.md`, 'case-mismatch'],
  ['a part', `../${includes}/note.md#part`, 'unshown-include'],
  ['a query', `../${includes}/note.md?x`, 'unshown-include'],
  ['a folder', `../${includes}/deep/`, 'unshown-include'],
  ['a page', '../README.md', 'unshown-include'],
  ['itself, below', `../${includes}/ring.md`, 'unshown-include'],
])(
  'the export shows an include of %s (%s) where the check finds nothing, and only there',
  async (_, target, rule) => {
    const files = {
      'README.md': '# Home\n',
      'sub/page.md': `# Page\n\n{% include "${target}" %}\n`,
      [`${includes}/note.md`]: '## Part\n\nShown here.\n',
      [`${includes}/my note.md`]: 'Shown here.\n',
      [`${includes}/100%.md`]: 'Shown here.\n',
      [`${includes}/100%25 of it.md`]: 'Shown here.\n',
      [`${includes}/deep/one.md`]: 'Shown here.\n',
      [`${includes}/deep/README.md`]: 'Shown here.\n',
      ...(target.includes('ring') ? { [`${includes}/ring.md`]: '{% include "ring.md" %}\n' } : {}),
    };
    const { text, report } = await exported(aSite(files));
    const { findings } = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }] });

    expect([text('sub/page.html').includes('Shown here.'), report.warnings.length]).toEqual(
      rule === null ? [true, 0] : [false, 1],
    );
    expect(findings.map((finding) => finding.rule)).toEqual(rule === null ? [] : [rule]);
  },
);

it('the export shows an include that begins with a slash, as it follows such a link, and the check warns of both', async () => {
  const files = {
    'README.md': '# Home\n',
    'sub/page.md': `# Page\n\n{% include "/${includes}/note.md" %}\n\n[home](/README.md) [part](#part)\n`,
    [`${includes}/note.md`]: '## Part\n\nShown here.\n',
  };
  const { text, report } = await exported(aSite(files));
  const { findings } = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }] });

  expect(text('sub/page.html')).toContain('Shown here.');
  expect(report.warnings).toEqual([]);
  expect(findings.map(({ rule, level }) => `${rule} ${level}`)).toEqual([
    'root-relative warning',
    'root-relative warning',
  ]);
});
