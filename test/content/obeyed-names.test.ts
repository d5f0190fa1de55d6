import { describe, expect, it } from 'vitest';
import { isSafePath, layoutSpace, unsafeReason } from '../../src/content/index.ts';
import { obeyedNames } from '../../src/content/obeyed-names.ts';

const rows = obeyedNames.flatMap(({ names, ...row }) =>
  names.map((name) => ({ ...row, name: name.replace('*', 'x') })),
);

describe('a name that tools obey', () => {
  it.each(rows)('$name ($scope) is refused with its reason', ({ name, scope, kind, reason }) => {
    const below = kind === 'folder' ? `${name}/x.md` : name;

    expect(unsafeReason(below)).toContain(reason);
    expect(isSafePath(below.toUpperCase())).toBe(false);
    expect(isSafePath(`docs/${below}`)).toBe(scope === 'root' && !name.startsWith('.'));
    // A hidden name is never taken, even if somebody has it here.
    expect(isSafePath(below, { mayBeObeyed: true })).toBe(!name.startsWith('.'));
  });

  it.each([
    ['AGENTS.md', 'everywhere'],
    ['QWEN.md', 'everywhere'],
    ['x.code-workspace', 'everywhere'],
    ['mise.toml', 'everywhere'],
    ['package.json', 'everywhere'],
    ['default.nix', 'everywhere'],
    ['Makefile', 'everywhere'],
    ['noxfile.py', 'everywhere'],
    ['x.config.js', 'everywhere'],
    ['lefthook.yml', 'everywhere'],
    ['CODEOWNERS', 'everywhere'],
    ['desktop.ini', 'everywhere'],
    ['autorun.inf', 'everywhere'],
    ['sync.config.yaml', 'everywhere'],
    ['sync.config.yml', 'everywhere'],
    ['Jenkinsfile', 'at the top'],
    ['renovate.json', 'at the top'],
    ['netlify.toml', 'at the top'],
    ['compose.yaml', 'at the top'],
  ])('%s is obeyed %s, and only as a file', (name, where) => {
    expect(isSafePath(name)).toBe(false);
    expect(isSafePath(`docs/${name}`)).toBe(where === 'at the top');
    expect(isSafePath(`${name}/x.md`)).toBe(true);
  });

  it.each(['node_modules', '__pycache__'])('%s is obeyed everywhere, with all that it holds', (name) => {
    for (const path of [`${name}/x.md`, `docs/${name}/x.md`, name]) expect(isSafePath(path)).toBe(false);
  });

  it.each([
    'claude-code.md',
    'agents/README.md',
    'makefile.md',
    'config.ts',
    'netlify.md',
    'docs/vercel.json',
  ])('%s is none', (path) => {
    expect(isSafePath(path)).toBe(true);
  });

  const page = {
    type: 'document' as const,
    id: 'p1',
    title: 'Claude',
    slug: 'claude',
    path: 'claude',
    pages: [],
  };
  const first = { ...page, id: 'p0', title: 'Welcome', slug: 'welcome', path: 'welcome' };
  const hinted = { ...page, id: 'p2', title: 'Agents', slug: 'agents', git: { path: 'AGENTS.md' } };
  const file = { id: 'f1', name: 'package.json', git: { path: 'package.json' } };
  const config = { id: 'f2', name: 'sync.config.yaml', git: { path: 'more/sync.config.yaml' } };
  const input = { pages: [first, page, hinted], files: [file, config] };

  it('is given to no page that comes from a service for the first time, and each is reported by name', () => {
    const layout = layoutSpace(input);
    const paths = [...layout.pages.values(), ...layout.files.values()];

    expect(paths).toHaveLength(5);
    for (const path of paths) expect(isSafePath(path), path).toBe(true);
    const told = layout.notes.map(({ path, message }) => `${path}: ${message}`).join('\n');
    for (const name of ['claude', 'AGENTS.md', 'package.json', 'sync.config.yaml'])
      expect(told).toContain(name);
    expect(told).toContain('coding agents take it for instructions');
  });

  it('stays with what had it before', () => {
    const pages = new Map([
      ['p1', 'claude.md'],
      ['p2', 'AGENTS.md'],
    ]);
    const layout = layoutSpace({ ...input, recorded: { pages, files: new Map([['f1', 'package.json']]) } });

    expect(layout.pages.get('p1')).toBe('claude.md');
    expect(layout.pages.get('p2')).toBe('AGENTS.md');
    expect(layout.files.get('f1')).toBe('package.json');
    expect(layout.files.get('f2')).not.toBe('more/sync.config.yaml');
  });

  it('stays where a person has such a file', () => {
    const layout = layoutSpace({ ...input, had: new Set(['claude.md', 'AGENTS.md', 'package.json']) });

    expect(layout.pages.get('p1')).toBe('claude.md');
    expect(layout.pages.get('p2')).toBe('AGENTS.md');
    expect(layout.files.get('f1')).toBe('package.json');
  });
});
