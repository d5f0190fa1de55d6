import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { parseConfig } from '../../src/cli/config/parse.ts';

interface Block {
  readonly at: string;
  readonly language: string;
  readonly text: string;
}

const guide = join(packageRoot(), 'docs', 'guide');
/** Pages that people write; the others are generated, and the commands on them come from a table. */
const pages = readdirSync(guide, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.md') && (!file.startsWith('reference') || file.startsWith('reference/library/')),
);

/**
 * The commands of the handbook that its story cannot play, because they install the package, keep running or need another machine.
 * Each is run by another test, whose file has the given words.
 */
const playedElsewhere: Readonly<Record<string, readonly [string, string]>> = {
  'export HTTPS_PROXY=http://proxy.example:3128': ['test/installed/proxies.test.ts', 'HTTPS_PROXY'],
  'export NO_PROXY=.corp.example,10.0.0.0/8': ['test/http/proxies.test.ts', 'NO_PROXY'],
  'npm install -g tidemark': ['test/installed/installation.test.ts', 'install'],
  'export TIDEMARK_TOKEN=…': ['test/installed/first-day.test.ts', 'TIDEMARK_TOKEN'],
  'tidemark init': ['test/installed/init-on-terminal.test.ts', "'init'"],
  'tidemark doctor': ['test/installed/daily-commands.test.ts', "'doctor'"],
  'tidemark daemon': ['test/installed/first-day.test.ts', "'daemon'"],
  'tidemark worker': ['test/installed/table/fleet-cases.ts', "'worker'"],
  'tidemark doctor --deep --space abc': [
    'test/installed/table/doctor-cases.ts',
    "'doctor', '--deep', '--space'",
  ],
  'tidemark serve --data data': [
    'test/installed/database-moves.test.ts',
    "'serve', '--json', '--port', '0', '--data'",
  ],
  'tidemark serve --data /var/lib/docs --public-url https://docs.example.com --app-url https://docs-app.example.com':
    ['test/installed/table/service-cases.ts', "'--app-url'"],
  'tidemark serve --data /var/lib/docs --daemon-url http://127.0.0.1:9464': [
    'test/installed/table/service-cases.ts',
    "'--daemon-url'",
  ],
  'tidemark cr paste docs/guides/usage.md | xclip -selection clipboard': [
    'test/installed/table/by-hand-cases.ts',
    "'cr', 'paste'",
  ],
  'tidemark links docs --offline --base origin/main --format github': [
    'test/ci/pipelines.test.ts',
    'tidemark',
  ],
  "git fetch origin '+refs/tidemark/state:refs/tidemark/state'": [
    'test/cli/links.test.ts',
    "'+refs/tidemark/state:refs/tidemark/state'",
  ],
};

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(guide, page), 'utf8');
  return [...text.matchAll(/^[ ]*```(\S*)[^\n]*\n([^]*?)\n[ ]*```$/gmu)].map(
    ([, language = '', inside = ''], at) => ({
      at: `${page}, block ${at + 1}`,
      language,
      text: inside,
    }),
  );
}

const blocks = pages.flatMap(blocksOf);
const ofLanguage = (language: string): Block[] => blocks.filter((block) => block.language === language);

describe('a block of the handbook', () => {
  it('is of a kind that a test plays, or shows no command', () => {
    // `console` is played by test/installed/handbook.test.ts, `ts` by test/installed/library.test.ts, `mermaid` by the export.
    const played = ['console', 'sh', 'ts', 'yaml', 'mermaid'];
    const shown = ['md', 'text'];

    expect(blocks.length).toBeGreaterThan(40);
    expect(
      blocks.filter(({ language }) => ![...played, ...shown].includes(language)).map(({ at }) => at),
    ).toEqual([]);
    expect(
      blocks
        .filter(
          ({ language, text }) => shown.includes(language) && /^(?:\$ )?(?:tidemark|git|npm) /mu.test(text),
        )
        .map(({ at }) => at),
    ).toEqual([]);
  });

  it('with commands that the story does not play has each of them in another test', () => {
    const commands = ofLanguage('sh').flatMap(({ text }) =>
      text.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    );

    expect(commands.filter((command) => playedElsewhere[command] === undefined)).toEqual([]);
    expect(Object.keys(playedElsewhere).filter((command) => !commands.includes(command))).toEqual([]);
    for (const [file, words] of Object.values(playedElsewhere)) {
      expect(existsSync(join(packageRoot(), file)), file).toBe(true);
      expect(readFileSync(join(packageRoot(), file), 'utf8'), file).toContain(words);
    }
  });

  it.each(ofLanguage('yaml').map(({ at, text }) => [at, text]))(
    'of configuration is one that the program takes: %s',
    (at, text) => {
      const env = { STORE_KEY: 'key', STORE_SECRET: 'secret' };

      expect(() => parseConfig({ text, file: at, env })).not.toThrow();
    },
  );
});
