import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/editor/workspace.ts';
import { findSpaces } from '../../src/links/index.ts';
import { aSoundRepository } from '../links/repository.ts';

/** A folder of many pages, with counts of what was asked of the disk. */
function aWorkspace(): {
  workspace: Workspace;
  files: Record<string, string>;
  asked: { trees: number; texts: string[] };
} {
  const files = aSoundRepository();
  const asked = { trees: 0, texts: [] as string[] };
  const workspace = new Workspace({
    tree: () => {
      asked.trees += 1;
      return {
        paths: Object.keys(files),
        text: (path) => {
          asked.texts.push(path);
          return files[path] ?? null;
        },
      };
    },
    spaces: ({ paths }) => findSpaces(paths),
    levels: {},
    ignore: [],
  });
  return { workspace, files, asked };
}

const rulesOf = (workspace: Workspace, path: string): string[] =>
  workspace.findings(path).map(({ rule, target }) => `${rule} ${target}`);

describe('a folder in an editor', () => {
  it('reads nothing at a key in a page, and scans that page alone', () => {
    const { workspace, files, asked } = aWorkspace();
    const home = files['README.md'] ?? '';
    workspace.edit('README.md', home);
    expect(rulesOf(workspace, 'README.md')).toEqual([]);
    const scans = new Map([...workspace.index.files].map(([path, { scan }]) => [path, scan]));
    Object.assign(asked, { trees: 0, texts: [] });

    for (let key = 1; key <= 5; key += 1) {
      workspace.edit('README.md', `${home}\n[x](gone${'x'.repeat(key)}.md)\n`);
      expect(rulesOf(workspace, 'README.md')).toEqual([`broken-page gone${'x'.repeat(key)}.md`]);
    }
    expect(asked).toEqual({ trees: 0, texts: [] });
    const again = [...workspace.index.files].filter(([path, { scan }]) => scans.get(path) !== scan);
    expect(again.map(([path]) => path)).toEqual(['README.md']);
  });

  it('sees the anchors of a page as they are written, also those that another page includes', () => {
    const { workspace, files } = aWorkspace();
    expect(rulesOf(workspace, 'README.md')).toEqual([]);
    workspace.edit('.gitbook/includes/note.md', '---\ntitle: Note\n---\n\n## Else\n');
    expect(rulesOf(workspace, 'README.md')).toEqual(['broken-anchor #inside-the-include']);

    workspace.close('.gitbook/includes/note.md');
    expect(rulesOf(workspace, 'README.md')).toEqual([]);
    files['guide/start.md'] = '# Start\n';
    workspace.changed('guide/start.md', 'text');
    expect(rulesOf(workspace, 'README.md')).toEqual(['broken-anchor guide/start.md#first-steps']);
  });

  it('reads anew which pages there are when the table of contents or the configuration changes', () => {
    const { workspace, files } = aWorkspace();
    const contents = files['SUMMARY.md'] ?? '';
    expect(rulesOf(workspace, 'SUMMARY.md')).toEqual([]);
    workspace.edit('SUMMARY.md', contents.replace('(api.md)', '(apis.md)'));
    expect(rulesOf(workspace, 'SUMMARY.md')).toEqual(['broken-page apis.md']);
    workspace.edit('SUMMARY.md', contents);
    workspace.edit('.gitbook.yaml', 'redirects:\n  old: gone.md\n');
    expect(rulesOf(workspace, '.gitbook.yaml')).toEqual(['broken-redirect gone.md']);
  });

  it('takes no notice of what git and packages write', () => {
    const { workspace, asked } = aWorkspace();
    expect(rulesOf(workspace, 'README.md')).toEqual([]);
    workspace.changed('.git/index.lock', 'came');
    workspace.changed('node_modules/x/y.md', 'gone');
    workspace.changed('.gitbook/assets/cover (1).png', 'text');
    workspace.findings('README.md');

    expect(asked.trees).toBe(1);
  });
});
