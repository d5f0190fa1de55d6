import type { TSchema } from 'typebox';
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { AppError, nearestWord } from '../../base/index.ts';
import { isLoopback } from '../loopback.ts';
import { configSchema, type Config } from './schema.ts';
import { isKeyWithoutSpace, yamlProblems } from './yaml-problems.ts';

/** One fault of a configuration, with its place. */
export interface ConfigProblem {
  /** The option, as `mirror.spaces.0.path`; empty for the file as a whole. */
  option: string;
  message: string;
  /** From 1; absent when the value came from a flag or the environment. */
  line?: number;
  column?: number;
  /** The variable that gave the value, when it did not come from the file. */
  source?: string;
}

export interface ParseConfigInput {
  /** The file's text; undefined without a file. */
  text: string | undefined;
  /** The file's name in messages. */
  file: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Values of flags by option, e.g. `{ 'service.url': 'http://…' }`. They take precedence over everything. */
  overrides?: Readonly<Record<string, unknown>>;
}

/** A JSON Schema, typed loosely, for the walk below. */
interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  enum?: readonly string[];
  pattern?: string;
  examples?: readonly string[];
  propertyNames?: SchemaNode;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  description?: string;
  default?: unknown;
  required?: readonly string[];
}

/**
 * Reads a configuration: flags over environment over file over defaults, `${NAME}` replaced from the environment.
 *
 * @throws AppError CONFIG_INVALID with every problem (file, line, column) in the message and in `data.problems`.
 */
export function parseConfig({ text, file, env, overrides = {} }: ParseConfigInput): Config {
  const walk = new Walk(text ?? '', env);
  const fromFile = walk.read();
  const value = overlay(overlay(fromFile, walk.environment()), overrides);
  const config = walk.check(configSchema as TSchema, value, []) as Config;
  walk.checkWhole(config);
  if (walk.problems.length === 0) return config;
  throw new AppError('CONFIG_INVALID', describe(file, walk.problems), {
    hint: 'The file that `tidemark init` writes describes every option, and so does sync.config.schema.json.',
    data: { file, problems: walk.problems },
  });
}

/** The variable that sets an option: `service.url` is TIDEMARK_SERVICE_URL. */
function variableOf(option: string): string {
  const words = option.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/[.-]/g, '_');
  return `TIDEMARK_${words.toUpperCase()}`;
}

/** The scalar options that a variable can set, with their schemas. */
function scalarOptions(schema: TSchema = configSchema, at: readonly string[] = []): [string, SchemaNode][] {
  const { properties, type, items } = schema as SchemaNode;
  if (type === 'object') {
    return Object.entries(properties ?? {}).flatMap(([name, inner]) =>
      scalarOptions(inner as unknown as TSchema, [...at, name]),
    );
  }
  if (type === 'array' && items?.type !== 'string') return [];
  return [[at.join('.'), schema]];
}

/** Our variables that do not set an option. */
const otherVariables = [
  'TIDEMARK_TOKEN',
  'TIDEMARK_GIT_TOKEN',
  'TIDEMARK_REQUIRE',
  'TIDEMARK_CONFIG',
  'TIDEMARK_TRUST_ORIGIN',
  'TIDEMARK_SERVICE_KEY',
];

/** Every variable of the environment that Tidemark reads. */
export function variableNames(): string[] {
  return [...otherVariables, ...scalarOptions().map(([option]) => variableOf(option))];
}

class Walk {
  readonly problems: ConfigProblem[] = [];
  readonly #lines = new LineCounter();
  readonly #text: string;
  readonly #document;
  readonly #env: ParseConfigInput['env'];
  readonly #fromVariable = new Map<string, string>();
  /** Options whose variables are not set: one problem says so, and no other follows from that. */
  readonly #unset = new Set<string>();

  constructor(text: string, env: ParseConfigInput['env']) {
    this.#text = text;
    this.#document = parseDocument(text, { lineCounter: this.#lines, uniqueKeys: true, prettyErrors: false });
    this.#env = env;
  }

  read(): Record<string, unknown> {
    for (const problem of yamlProblems(this.#text, this.#document, this.#lines))
      this.problems.push({ option: '', ...problem });
    if (this.problems.length > 0) return {};
    const root = this.#document.contents;
    if (root === null) return {};
    if (!isMap(root)) {
      this.problems.push({
        option: '',
        message: 'the file must be a mapping of sections',
        ...this.#place(root),
      });
      return {};
    }
    return this.#value(root, []) as Record<string, unknown>;
  }

  environment(): Record<string, unknown> {
    const known = new Map(
      scalarOptions().map(([option, schema]) => [variableOf(option), { option, schema }]),
    );
    const found: Record<string, unknown> = {};
    if (this.#env['TIDEMARK_TOKEN']) {
      found['service.token'] = this.#env['TIDEMARK_TOKEN'];
      this.#fromVariable.set('service.token', 'TIDEMARK_TOKEN');
    }
    for (const [name, text] of Object.entries(this.#env)) {
      if (!name.startsWith('TIDEMARK_') || text === undefined || otherVariables.includes(name)) continue;
      const target = known.get(name);
      if (!target) {
        const meant = nearestWord(name, [...known.keys(), ...otherVariables]);
        const message = `the variable ${name} sets nothing${meant ? `; did you mean ${meant}?` : ''}`;
        this.problems.push({ option: '', message, source: name });
        continue;
      }
      found[target.option] = fromText(text, target.schema);
      this.#fromVariable.set(target.option, name);
    }
    return found;
  }

  check(schema: SchemaNode, value: unknown, at: readonly string[]): unknown {
    switch (schema.type) {
      case 'object':
        return this.#checkObject(schema, value, at);
      case 'array':
        return this.#checkArray(schema, value, at);
      case 'string':
        return this.#checkString(schema, value, at);
      case 'integer':
        return this.#checkInteger(schema, value, at);
      case 'boolean':
        if (typeof value !== 'boolean') this.#problem(at, `must be true or false, not ${shown(value)}`);
        return value;
      default:
        return value;
    }
  }

  /** Checks rules about two options. */
  checkWhole(config: Config): void {
    if (this.problems.length > 0) return;
    const { spaces, organization, collections, sites } = config.mirror;
    const named = Object.entries({ spaces, organization, collections, sites }).filter(
      ([, value]) => value !== undefined,
    );
    if (named.length > 1) {
      this.#problem(['mirror'], `must name one of ${named.map(([name]) => name).join(', ')}, not several`);
    }
    this.#checkIds((spaces ?? []).map(({ id }) => id));
    const paths = (spaces ?? []).map(({ path }) => normal(path));
    for (const [index, path] of paths.entries()) {
      const clash = paths.findIndex((other, place) => place < index && isWithin(path, other));
      if (clash >= 0) {
        this.#problem(
          ['mirror', 'spaces', String(index), 'path'],
          `is inside the folder of spaces.${clash}: give each space its own folder`,
        );
      }
      if (path.startsWith('..') || path.startsWith('/')) {
        this.#problem(['mirror', 'spaces', String(index), 'path'], 'must stay inside the repository');
      }
    }
    this.#checkImport(config);
    if (config.queue.driver === 'redis' && config.queue.url === undefined) {
      this.#problem(['queue'], 'needs queue.url for the driver redis, such as redis://127.0.0.1:6379');
    }
  }

  /** A space that is named twice would lose its first folder. */
  #checkIds(ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      const first = ids.indexOf(id);
      if (first < index)
        this.#problem(
          ['mirror', 'spaces', String(index), 'id'],
          `is the space of spaces.${first} already: name each space once`,
        );
    }
  }

  /** Checks the options for imports: they must be complete, and use no address that others can listen to. */
  #checkImport({ push, repository }: Config): void {
    const { importStore, importStoreKey, importStoreSecret, importFolder, importFolderUrl, importRawUrl } =
      push;
    const ways = Object.entries({ importStore, importFolder, importRawUrl }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    if (ways.length > 1) this.#problem(['push'], `must name one of ${ways.join(', ')}, not several`);
    if (importStore !== undefined && (importStoreKey === undefined || importStoreSecret === undefined))
      this.#problem(['push', 'importStore'], 'needs push.importStoreKey and push.importStoreSecret');
    if ((importFolder === undefined) !== (importFolderUrl === undefined))
      this.#problem(['push', 'importFolder'], 'and push.importFolderUrl need each other');
    if (importRawUrl !== undefined && !importRawUrl.includes('{path}'))
      this.#problem(['push', 'importRawUrl'], 'needs {commit} and {path}');
    if (importRawUrl !== undefined && repository.remote === undefined)
      this.#problem(['push', 'importRawUrl'], 'needs repository.remote: the git host that the edits go to');
    for (const [name, address] of plainAddresses(push))
      if (!push.allowPlainHttp || name === 'importStore')
        this.#problem(
          ['push', name],
          `must be https, beyond this machine: the service fetches the edits from ${address}, and whoever is in between could read and change them. ${name === 'importStore' ? 'Put a proxy with https in front' : 'Put a proxy with https in front and name it as push.importUrl, choose another way (push.importStore, push.importFolder, push.importRawUrl), or allow it: push.allowPlainHttp: true'}`,
        );
  }

  #checkObject(schema: SchemaNode, value: unknown, at: readonly string[]): unknown {
    if (value === null) return this.check(schema, {}, at);
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.#problem(at, `must be a mapping, not ${shown(value)}${blankHint(value)}`);
      return value;
    }
    const given = value as Record<string, unknown>;
    const properties = schema.properties ?? {};
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(given)) {
      if (item === undefined) continue;
      const own = this.#schemaOf(schema, [...at, key]);
      if (own) result[key] = this.check(own, item, [...at, key]);
    }
    for (const [key, own] of Object.entries(properties)) {
      if (given[key] !== undefined) continue;
      if (own.default !== undefined) result[key] = own.default;
      else if (own.type === 'object') result[key] = this.check(own, {}, [...at, key]);
      else if (schema.required?.includes(key) && !this.#unset.has([...at, key].join('.')))
        this.#problem([...at, key], 'is missing');
    }
    return result;
  }

  /** The schema of a key; undefined, with a problem, for a key that cannot be there. */
  #schemaOf(
    { properties = {}, patternProperties = {}, propertyNames }: SchemaNode,
    at: readonly string[],
  ): SchemaNode | undefined {
    const key = at.at(-1) ?? '';
    const [pattern, inner] = Object.entries(patternProperties)[0] ?? [];
    const own =
      properties[key] ?? (pattern !== undefined && new RegExp(pattern).test(key) ? inner : undefined);
    if (own !== undefined) return own;
    if (pattern === undefined || isKeyWithoutSpace(key)) this.#unknown(at, Object.keys(properties));
    else {
      const example = exampleOf(propertyNames);
      this.#problem(at, `is not a name of the form that is wanted here, such as ${example}`, true);
    }
    return undefined;
  }

  #checkArray(schema: SchemaNode, value: unknown, at: readonly string[]): unknown {
    if (!Array.isArray(value)) {
      this.#problem(at, `must be a list, not ${shown(value)}`);
      return value;
    }
    if (value.length < (schema.minItems ?? 0)) this.#problem(at, 'must not be empty');
    return value.map((item, index) => this.check(schema.items ?? {}, item, [...at, String(index)]));
  }

  #checkString(schema: SchemaNode, value: unknown, at: readonly string[]): unknown {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') {
      this.#problem(at, `must be text, not ${shown(value)}`);
      return value;
    }
    if (schema.enum && !schema.enum.includes(text)) {
      const meant = nearestWord(text, schema.enum);
      this.#problem(
        at,
        `must be one of ${schema.enum.join(', ')}, not ${shown(text)}${meant ? `; did you mean ${meant}?` : ''}`,
      );
    }
    if (text.length < (schema.minLength ?? 0)) {
      this.#problem(
        at,
        schema.minLength === 1 ? 'must not be empty' : `must have at least ${schema.minLength} characters`,
      );
    } else if (schema.pattern && !new RegExp(schema.pattern).test(text)) {
      const what = schema.description === undefined ? '' : `. ${schema.description}`;
      const advice = at.join('.') === 'repository.remote' ? remoteAdvice(text) : '';
      this.#problem(
        at,
        `does not have the expected form, such as ${exampleOf(schema)}: ${shown(text)}${what}${advice}`,
      );
    }
    return text;
  }

  #checkInteger(schema: SchemaNode, value: unknown, at: readonly string[]): unknown {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
      const range = maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      this.#problem(at, `must be a whole number ${range}, not ${shown(value)}`);
    }
    return value;
  }

  #unknown(at: readonly string[], known: readonly string[]): void {
    const key = at.at(-1) ?? '';
    const meant = nearestWord(key, known) ?? optionElsewhere(at);
    const there = `; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
    const hint = meant === undefined ? there : `; did you mean ${meant}?`;
    this.#problem(at, `is not an option${isKeyWithoutSpace(key) ? blankHint(key) : hint}`, true);
  }

  #problem(at: readonly string[], message: string, onKey = false): void {
    const option = at.join('.');
    const source = this.#fromVariable.get(option);
    const place = source === undefined ? this.#placeOf(at, onKey) : { source };
    this.problems.push({ option, message, ...place });
  }

  /** The place of an option in the file: its own node, or the nearest section around it. */
  #placeOf(at: readonly string[], onKey: boolean): { line?: number; column?: number } {
    for (let depth = at.length; depth > 0; depth--) {
      const path = at.slice(0, depth);
      const parent: unknown =
        depth === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
      const key = path.at(-1) ?? '';
      if (isSeq(parent)) return this.#place(parent.items[Number(key)]);
      if (!isMap(parent)) continue;
      const pair = parent.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key,
      );
      if (!pair) continue;
      const exact = depth === at.length && !onKey && pair.value !== null;
      return this.#place(exact ? pair.value : pair.key);
    }
    return {};
  }

  #place(node: unknown): { line?: number; column?: number } {
    const range = (node as Node | undefined)?.range;
    if (!range) return {};
    const { line, col } = this.#lines.linePos(range[0]);
    return { line, column: col };
  }

  #value(node: unknown, at: readonly string[]): unknown {
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map((pair) => {
          const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
          return [key, this.#value(pair.value, [...at, key])] as const;
        }),
      );
    }
    if (isSeq(node)) return node.items.map((item, index) => this.#value(item, [...at, String(index)]));
    if (isAlias(node)) return this.#value(node.resolve(this.#document), at);
    if (!isScalar(node)) return null;
    return typeof node.value === 'string' ? this.#expand(node.value, at) : node.value;
  }

  #expand(text: string, at: readonly string[]): string | undefined {
    let missing = false;
    const expanded = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      // A person who changes this file, for example in a pull request, must not be able to send other secrets to their own host.
      if (isHeader(at) && !name.startsWith('LINKS_'))
        this.#problem(at, `takes only variables whose names begin with LINKS_, not ${name}`);
      const value = this.#env[name];
      if (value === undefined || value === '') {
        missing = true;
        return '';
      }
      return value;
    });
    // The command that needs a missing secret reports it, because most commands in a fresh clone do not need any.
    if (missing && (at.join('.') === 'service.token' || isHeader(at))) return undefined;
    if (!missing) return expanded;
    this.#problem(at, `names a variable that is not set: ${text}`);
    this.#unset.add(at.join('.'));
    return undefined;
  }
}

function exampleOf(schema: SchemaNode | undefined): string {
  return (schema?.examples ?? []).map(shown).join(' or ');
}

/** What to do instead of naming a folder or an SSH address as the git host. */
function remoteAdvice(text: string): string {
  const [, host, path] =
    /^(?:ssh:\/\/)?(?:[^\s@/]+@)?([^\s@/:]+\.[^\s@/:]+)(?::\d+\/|[:/])([^\s]+)$/.exec(text) ?? [];
  if (host !== undefined && path !== undefined && /^ssh:|@/.test(text))
    return ` Instead of SSH write https://${host}/${path}, and give a token in TIDEMARK_GIT_TOKEN.`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) && !/^file:/i.test(text)) return '';
  return ' A folder is no host: leave repository.remote out, add the folder with `git remote add backup FOLDER` (any name but docs), and push to it with git.';
}

function isHeader(at: readonly string[]): boolean {
  return at[0] === 'externalLinks' && at[1] === 'hosts' && at[3] === 'headers';
}

function overlay(
  base: Record<string, unknown>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result = structuredClone(base);
  for (const [option, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const path = option.split('.');
    let at = result;
    for (const part of path.slice(0, -1)) {
      if (typeof at[part] !== 'object' || at[part] === null) at[part] = {};
      at = at[part] as Record<string, unknown>;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return result;
}

function fromText(text: string, { type }: SchemaNode): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'integer' && /^[0-9]+$/.test(text)) return Number(text);
  if (type === 'array') return text.split(',').map((item) => item.trim());
  return text;
}

function describe(file: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ option, message, line, column, source }) => {
    const where = source ?? (line === undefined ? file : `${file}:${line}:${column}`);
    return `${where}: ${option === '' ? '' : `${option} `}${message}`;
  });
  return lines.length === 1
    ? (lines[0] ?? '')
    : `${file} has ${lines.length} problems:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/**
 * The option of another section with the name of an unknown key. Within an entry of a list or of a map, an option with that name is not
 * what a person meant.
 */
function optionElsewhere(at: readonly string[]): string | undefined {
  const section = at.slice(0, -1).map((name) => `${name}.`);
  const options = scalarOptions().map(([option]) => option);
  if (!options.some((option) => option.startsWith(section.join('')))) return undefined;
  return options.find((option) => option.split('.').at(-1) === at.at(-1));
}

function blankHint(value: unknown): string {
  return isKeyWithoutSpace(value) ? ': a blank is missing after the colon' : '';
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const normal = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '') || '.';

/** Whether two folders are the same, or one is inside the other; `.` is the whole repository. */
function isWithin(one: string, other: string): boolean {
  return (
    one === other ||
    one === '.' ||
    other === '.' ||
    one.startsWith(`${other}/`) ||
    other.startsWith(`${one}/`)
  );
}

/** The options for imports with plain http addresses beyond this machine. */
function plainAddresses({
  importHost,
  importUrl,
  importStore,
  importFolderUrl,
  importRawUrl,
}: Config['push']): [string, string][] {
  const elsewhere = importStore ?? importFolderUrl ?? importRawUrl;
  // If another server publishes the edits, nothing listens here.
  const given = elsewhere === undefined ? { importUrl } : {};
  const addresses = Object.entries({ ...given, importStore, importFolderUrl, importRawUrl }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
  );
  const listens = elsewhere === undefined && importUrl === undefined;
  const named = importHost.includes(':') ? `[${importHost.replace(/^\[|\]$/gu, '')}]` : importHost;
  if (listens && !['0.0.0.0', '[::]'].includes(named)) addresses.push(['importHost', `http://${named}`]);
  return addresses.flatMap(([name, address]): [string, string][] => {
    const url = new URL(address);
    if (url.protocol === 'https:' || isLoopback(url.hostname)) return [];
    return [[name, url.origin]];
  });
}
