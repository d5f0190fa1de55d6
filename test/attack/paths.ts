import { obeyedNames } from '../../src/content/obeyed-names.ts';
import { hostileTrees, type HostileEntry } from '../support/hostile-commit.ts';
import { replaced, type Place } from '../support/hostile-answers.ts';
import { jsonLie, LyingService, type Seen, type ServiceLie } from './lying-service.ts';
import { each, type Kind } from './kind.ts';

/** The paths of a tree's entry. */
function pathsOf({ name, content }: HostileEntry): string[] {
  return typeof content === 'string' ? [name] : content.flatMap(pathsOf).map((path) => `${name}/${path}`);
}

const names: readonly string[] = [
  ...new Set([
    // Links and submodules are hostile by their kind, which a service cannot choose.
    ...hostileTrees
      .filter(({ entry }) => !['120000', '160000'].includes(entry.mode))
      .flatMap(({ entry }) => pathsOf(entry)),
    ...obeyedNames.flatMap(({ names: some, kind }) =>
      some.map((name) => name.replace('*', 'x')).map((name) => (kind === 'folder' ? `${name}/x.md` : name)),
    ),
    '../outside.md',
    '../../outside.md',
    'a/../../../outside.md',
    '/etc/cron.d/outside',
    '//server/share/x.md',
    'C:\\outside.md',
    'C:outside.md',
    '..\\..\\outside.md',
    '%2e%2e/outside.md',
    '.git/config',
    '.git\u200b/config',
    '\u2024\u2024/outside.md',
    'nul',
    'a\u0000.md',
    'a\nb.md',
    'a\u001b[2J.md',
    'a\u202egnp.md',
    `${'long/'.repeat(500)}x.md`,
    `${'x'.repeat(300)}.md`,
    '-rf.md',
    '--upload-pack=x',
    '',
    '.',
    '..',
    ' ',
  ]),
];

/** Where a service says how something is to be called. */
const places: readonly { readonly what: string; readonly place: Place }[] = [
  { what: "a page's path in git", place: ['pages', 0, 'git', 'path'] },
  { what: "a page's slug", place: ['pages', 0, 'slug'] },
  { what: "a page's path", place: ['pages', 0, 'path'] },
  { what: "a page's title", place: ['pages', 0, 'title'] },
  { what: "a file's name", place: ['files', 0, 'name'] },
  { what: "a file's path in git", place: ['files', 0, 'git', 'path'] },
];
const perRun = 150;

/** Names of mirrored content that would be obeyed by git or a tool, or lead out of the folder. */
export const paths: Kind = {
  name: 'paths',
  missing: null,
  play: async (ground) => {
    const service = await LyingService.open(ground, { spaces: perRun, pages: 2 });
    const wanted = new Map<ServiceLie, string>();
    for (const { what, place } of places)
      for (const name of names) {
        const say = jsonLie((value) => replaced(value, place, name));
        wanted.set(
          { vector: `${what} ${JSON.stringify(name.slice(0, 60))}`, operation: 'getRevisionById', say },
          name,
        );
      }
    const lies = [...wanted.keys()];
    const judge = (seen: Seen): string | null => landed(seen, wanted.get(seen.lie) ?? '');
    const runs = Array.from({ length: Math.ceil(lies.length / perRun) }, (_, run) =>
      lies.slice(run * perRun, (run + 1) * perRun),
    );
    return (await each(runs, 2, (some) => service.play(some, { judge }))).flat();
  },
};

/** A name as file systems that fold names see it. */
const folded = (path: string): string =>
  path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .split('/')
    .map((name) => name.replace(/[. ]+$/u, ''))
    .join('/');

/** Whether something is under the name that was asked for, or under one that no file of a mirror may have. */
function landed({ space, files }: Seen, wanted: string): string | null {
  const taken = files.map((path) => path.slice(space.length));
  const obeyed = taken.find(
    (path) => folded(path) === folded(wanted) && !/^(?:readme|x{300}\.)/iu.test(wanted),
  );
  // These are odd, and no tool obeys them: a file may have them.
  const harmless = /^(?:-rf\.md|--upload-pack=x|%2e%2e\/.*)$/u;
  if (obeyed !== undefined && !harmless.test(wanted)) return `The mirror has ${JSON.stringify(obeyed)}.`;
  const unsafe = taken.find((path) =>
    path
      .split('/')
      .some(
        (name) =>
          /[\\:\p{Cc}\p{Cf}]|[. ]$|^$/u.test(name) ||
          /^(?:\.git|git~\d|gi7eba~\d|\.gitattributes|\.gitmodules|con|nul|aux|prn)(?:\.|$)/iu.test(name) ||
          Buffer.byteLength(name) > 255,
      ),
  );
  return unsafe === undefined ? null : `The mirror has ${JSON.stringify(unsafe)}.`;
}
