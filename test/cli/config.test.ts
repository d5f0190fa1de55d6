import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError, packageRoot } from '../../src/base/index.ts';
import { parseConfig, type ConfigProblem } from '../../src/cli/config/parse.ts';
import { configSchema } from '../../src/cli/config/schema.ts';

/** A part of the schema. */
interface Node {
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  propertyNames?: Node;
  items?: Node;
  pattern?: string;
  examples?: readonly string[];
}

function parse(text: string, env: Record<string, string> = {}, overrides: Record<string, unknown> = {}) {
  return parseConfig({ text, file: 'sync.config.yaml', env, overrides });
}

function problemsOf(text: string, env: Record<string, string> = {}): ConfigProblem[] {
  try {
    parse(text, env);
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFIG_INVALID')
      return error.data?.['problems'] as ConfigProblem[];
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('fills in every default of an empty file', () => {
    const config = parse('');

    expect(config.repository).toEqual({ path: './docs', branch: 'main' });
    expect(config.guards).toEqual({ deletePercent: 20, deleteMinimum: 5 });
    expect(config.frontMatter.id).toBe(true);
    expect(config.hooks).toEqual({});
  });

  it('says what a value should look like when it is of another form', () => {
    const [problem] = problemsOf('schedule: { interval: soon }');

    expect(problem?.message).toMatch(
      /^does not have the expected form, such as "60s": "soon"\. .*A number above 0 and ms, s, m, h or d\.$/,
    );
  });

  it.each([
    ['schedule', 'interval'],
    ['service', 'timeout'],
    ['push', 'importStoreExpires'],
    ['externalLinks', 'timeout'],
  ])('refuses zero for %s.%s, and takes the smallest time', (section, option) => {
    const [problem] = problemsOf(`${section}: { ${option}: 0s }`);

    expect(problem).toMatchObject({ option: `${section}.${option}`, line: 1 });
    expect(problem?.message).toMatch(/: "0s"\. .* A number above 0 and ms, s, m, h or d\.$/);
    expect(problemsOf(`${section}: { ${option}: 1ms }`)).toEqual([]);
  });

  it('takes zero where it means “at once” or “none”, and no time that leads beyond all dates', () => {
    expect(problemsOf('push: { debounce: 0s, lag: 0ms }\nhistory: { keep: 0d }\n')).toEqual([]);
    expect(problemsOf('history: { keep: 9999999d }')).toEqual([]);
    expect(problemsOf('history: { keep: 10000000d }')).toMatchObject([{ option: 'history.keep' }]);
    expect(problemsOf('schedule: { interval: 10000000d }')).toMatchObject([{ option: 'schedule.interval' }]);
  });

  it.each([
    'http://git.example.com/docs.git',
    'http://127.0.0.1.example.com/x.git',
    'http://localhost@evil.com/x',
  ])('refuses the git host %s, to which commits and a token would travel as clear text', (remote) => {
    expect(problemsOf(`repository:\n  remote: ${remote}\n`)).toEqual([
      {
        option: 'repository.remote',
        message: expect.stringContaining('over HTTPS') as string,
        line: 2,
        column: 11,
      },
    ]);
  });

  it.each(['https://git.example.com/docs.git', 'http://localhost:3000/docs.git', 'http://[::1]/docs.git'])(
    'takes the git host %s',
    (remote) => {
      expect(parse(`repository: { remote: "${remote}" }`).repository.remote).toBe(remote);
    },
  );

  it.each(['12', '"Noto Sans, Arial"', '"1.5"', '思源'])('refuses %s as the name of a font', (font) => {
    expect(problemsOf(`export:\n  site:\n    fonts: { text: ${font} }\n`)).toEqual([
      {
        option: 'export.site.fonts.text',
        message: expect.stringContaining('does not have the expected form, such as "Open Sans"') as string,
        line: 3,
        column: 20,
      },
    ]);
    expect(problemsOf('export: { site: { fonts: { text: Open Sans, code: JetBrainsMono } } }')).toEqual([]);
  });

  it('takes a flag before a variable before the file before the default', () => {
    const text = 'repository:\n  branch: from-file\n';

    expect(parse('').repository.branch).toBe('main');
    expect(parse(text).repository.branch).toBe('from-file');
    expect(parse(text, { TIDEMARK_REPOSITORY_BRANCH: 'from-env' }).repository.branch).toBe('from-env');
    const flags = { 'repository.branch': 'from-flag' };
    expect(parse(text, { TIDEMARK_REPOSITORY_BRANCH: 'from-env' }, flags).repository.branch).toBe(
      'from-flag',
    );
  });

  it('replaces ${NAME} from the environment, and leaves out a token whose variable is not set', () => {
    const text = 'service: { token: "${MY_TOKEN}" }';

    expect(parse(text, { MY_TOKEN: 'tdm_x' }).service.token).toBe('tdm_x');
    expect(parse(text).service.token).toBeUndefined();
    expect(problemsOf('repository: { path: "${NOWHERE}" }')).toEqual([
      {
        option: 'repository.path',
        message: 'names a variable that is not set: ${NOWHERE}',
        line: 1,
        column: 21,
      },
    ]);
  });

  it('reports all problems together, each with line, column and a suggestion where one is near', () => {
    const text =
      'service:\n  ulr: http://127.0.0.1\nrepositry:\n  path: x\nmirror:\n  changeRequests: opn\n  spaces:\n    - { id: a, pth: b }\nhttp: { port: 70000 }\n';

    expect(problemsOf(text)).toEqual([
      { option: 'service.ulr', message: 'is not an option; did you mean url?', line: 2, column: 3 },
      { option: 'repositry', message: 'is not an option; did you mean repository?', line: 3, column: 1 },
      {
        option: 'mirror.changeRequests',
        message: 'must be one of open, all, none, not "opn"; did you mean open?',
        line: 6,
        column: 19,
      },
      { option: 'mirror.spaces.0.pth', message: 'is not an option; did you mean path?', line: 8, column: 16 },
      {
        option: 'http.port',
        message: 'must be a whole number from 0 to 65535, not 70000',
        line: 9,
        column: 15,
      },
    ]);
  });

  it('takes the webhooks as the guide for a server writes them', () => {
    const guide = readFileSync(join(packageRoot(), 'docs', 'deploy', 'README.md'), 'utf8');
    const written = [...guide.matchAll(/`(hooks: \{.*\})`/g)].map(([, text]) => text ?? '');

    expect(written).toHaveLength(2);
    for (const text of written)
      expect(
        problemsOf(text.replace('<id>', 'abc'), {
          HOOK_SECRET: 'a-long-enough-secret',
          GIT_HOOK_SECRET: 'a-long-enough-secret',
        }),
      ).toEqual([]);
  });

  it('says which options there are where none is near, and none of another section for an entry of a list or a map', () => {
    const text =
      'mirror: { spaces: [{ id: a, folder: guides }] }\nexport: { site: { fonts: { body: Inter }, headerLinks: [{ title: a, to: b, url: c }] } }\nhooks: { merged: { secret: "0123456789abcdef", url: x } }\n';

    expect(problemsOf(text).map(({ option, message }) => [option, message])).toEqual([
      ['mirror.spaces.0.folder', 'is not an option; there are id, path'],
      ['export.site.fonts.body', 'is not an option; there are text, code'],
      ['export.site.headerLinks.0.url', 'is not an option; there are title, to'],
      ['hooks.merged.url', 'is not an option; there are secret, from, space'],
    ]);
  });

  it.each([
    [
      'service: { url: http://x, token: ${TIDEMARK_TOKEN} }\nrepository: { path: ./docs }\n',
      [1, 34, 'inside { }, a variable needs quotes: "${TIDEMARK_TOKEN}"'],
    ],
    [
      'mirror: {}\nservice: { token: ${A}, url: http://x }\nlinks: {}\n',
      [2, 19, 'inside { }, a variable needs quotes: "${A}"'],
    ],
    ['service:\n\turl: http://x\n', [2, 1, 'a tab indents this line: YAML allows only blanks']],
    ['service:\n  url:http://x\n  token: a\n', [2, 7, 'a blank is missing after the colon']],
    ['service:\n  url: "http://x\nmirror: {}\n', [2, 8, 'the quote " is never closed']],
    ["service:\n  token: 'x\nmirror: {}\n", [2, 10, "the quote ' is never closed"]],
    ['mirror:\n  spaces: [ { id: a, path: b }\nlinks: {}\n', [2, 11, 'the bracket [ is never closed']],
    ['service: { url: http://x\nmirror: {}\n', [1, 10, 'the bracket { is never closed']],
    [
      'service:\n  url: http://x\n   token: a\n',
      [3, 4, 'this line is indented deeper than line 2, which has its value already'],
    ],
    [
      'service:\n  url: http://x\n token: y\n',
      [3, 1, 'this line has another indentation than the lines beside it'],
    ],
    ['service:\n  token: @x\n', [2, 10, 'a value cannot begin with @: put it into quotes']],
    ['service:\n  token: a: b\n', [2, 10, 'a value holds a colon and a blank: put it into quotes']],
    ['service: { url: a }\nservice: {}\n', [2, 1, 'the key service occurs twice']],
    ['service: { "url": a, "url": b }\n', [1, 22, 'the key "url" occurs twice']],
  ] as const)('says of broken YAML once where it begins, with the cause in words: %j', (text, told) => {
    const problems = problemsOf(text).map(({ line, column, message }) => [line, column, message]);

    expect(problems).toEqual([told]);
  });

  it('names an example of the form of every option and key that has one', () => {
    const walk = (node: Node, at: string): void => {
      for (const [key, inner] of Object.entries(node.properties ?? {})) walk(inner, `${at}.${key}`);
      if (node.items) walk(node.items, `${at}[]`);
      for (const [pattern, inner] of Object.entries(node.patternProperties ?? {})) {
        fits(`the keys of ${at}`, pattern, node.propertyNames?.examples);
        walk(inner, `${at}.*`);
      }
      if (node.pattern !== undefined) fits(at, node.pattern, node.examples);
    };
    const fits = (at: string, pattern: string, examples: readonly string[] = []): void => {
      expect(examples.length, at).toBeGreaterThan(0);
      for (const example of examples) expect(example, at).toMatch(new RegExp(pattern));
    };
    walk(configSchema as unknown as Node, 'config');

    const messageOf = (text: string): string => problemsOf(text)[0]?.message ?? '';
    expect(messageOf('export: { site: { colors: { primary: red } } }')).toContain(
      'does not have the expected form, such as "#534ab7": "red"',
    );
    expect(messageOf('schedule: { interval: 3 }')).toContain('such as "60s": "3"');
    expect(messageOf('hooks: { A_B: { secret: 0123456789abcdef } }')).toBe(
      'is not a name of the form that is wanted here, such as "docs"',
    );
  });

  it('takes the short form of a colour, as CSS does', () => {
    expect(parse('export: { site: { colors: { primary: "#f00 #0F0" } } }').export.site.colors.primary).toBe(
      '#f00 #0F0',
    );
    expect(problemsOf('export: { site: { colors: { primary: "#ff00" } } }')).toHaveLength(1);
  });

  it.each([
    ['../backup.git', 'A folder is no host'],
    ['file:///srv/docs.git', 'A folder is no host'],
    ['C:\\docs.git', 'A folder is no host'],
    ['git@git.example.com:team/docs.git', 'Instead of SSH write https://git.example.com/team/docs.git'],
    ['ssh://git@git.example.com/team/docs.git', 'Instead of SSH write https://git.example.com/team/docs.git'],
    [
      'ssh://git@git.example.com:2222/team/docs.git',
      'Instead of SSH write https://git.example.com/team/docs.git',
    ],
  ])('says what to do instead of the git host %s', (remote, advice) => {
    const [problem] = problemsOf(`repository: { remote: ${JSON.stringify(remote)} }`);

    expect(problem).toMatchObject({ option: 'repository.remote', line: 1, column: 23 });
    expect(problem?.message).toContain(advice);
  });

  it('gives no such advice for an address', () => {
    const [problem] = problemsOf('repository: { remote: "http://git.example.com/docs.git" }');

    expect(problem?.message).not.toMatch(/A folder is|Instead of/u);
  });

  it('says of a colon without a blank what is missing, where that is YAML all the same', () => {
    expect(problemsOf('service:\n  url:http://x\n')).toMatchObject([
      {
        option: 'service',
        message: expect.stringContaining('a blank is missing after the colon') as string,
      },
    ]);
    expect(problemsOf('service: {url:http://x}\n')).toMatchObject([
      { message: 'is not an option: a blank is missing after the colon' },
    ]);
  });

  it('refuses two spaces in one folder, and a folder outside the repository', () => {
    const clash = 'mirror: { spaces: [{ id: a, path: docs }, { id: b, path: ./docs/deep }] }';

    expect(problemsOf(clash).map(({ option }) => option)).toEqual(['mirror.spaces.1.path']);
    expect(problemsOf('mirror: { spaces: [{ id: a, path: ../out }] }').map(({ message }) => message)).toEqual(
      ['must stay inside the repository'],
    );
  });

  it('points out a misspelled variable instead of ignoring it', () => {
    expect(problemsOf('', { TIDEMARK_SERVICE_ULR: 'http://x' })).toEqual([
      {
        option: '',
        message: 'the variable TIDEMARK_SERVICE_ULR sets nothing; did you mean TIDEMARK_SERVICE_URL?',
        source: 'TIDEMARK_SERVICE_ULR',
      },
    ]);
  });

  it('reads numbers, booleans and lists from variables by the type of the option', () => {
    const config = parse('', {
      TIDEMARK_HTTP_PORT: '0',
      TIDEMARK_PUSH_ENABLED: 'false',
      TIDEMARK_LINKS_IGNORE: 'a, b',
    });

    expect([config.http.port, config.push.enabled, config.links.ignore]).toEqual([0, false, ['a', 'b']]);
    expect(problemsOf('', { TIDEMARK_HTTP_PORT: 'many' })[0]).toMatchObject({ source: 'TIDEMARK_HTTP_PORT' });
  });
});

describe('spaces and variables', () => {
  const problemsOf = (text: string): unknown => {
    try {
      parseConfig({ text, file: 'sync.config.yaml', env: {} });
      return null;
    } catch (error) {
      return (error as { data: { problems: unknown } }).data.problems;
    }
  };

  it('refuse a space that is named twice, at the line of the second', () => {
    expect(
      problemsOf('mirror:\n  spaces:\n    - { id: s, path: a }\n    - { id: s, path: b }\n'),
    ).toMatchObject([{ option: 'mirror.spaces.1.id', line: 4 }]);
  });

  it('give one problem for a variable that is not set', () => {
    expect(problemsOf('hooks: {m: {secret: "${NOPE}"}}\n')).toMatchObject([
      { option: 'hooks.m.secret', message: expect.stringContaining('NOPE') },
    ]);
  });
});
