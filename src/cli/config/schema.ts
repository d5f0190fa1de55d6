import type { Static } from 'typebox';
import { Type } from '../../base/index.ts';
import { durationPattern, timeSpanPattern } from './duration.ts';
import { exportSchema } from './export-schema.ts';
import { choice, flag, form, keyExample, object } from './schema-parts.ts';
import { ruleIds, rules, type RuleId, type RuleLevel, type StatusMeaning } from '../../links/port.ts';

/**
 * The configuration file, as one schema: validation, types, defaults, environment variables, the published JSON Schema,
 * the commented file that `tidemark init` writes and the reference page all come from here.
 */

const duration = (description: string, preset: string) =>
  form(durationPattern, preset, {
    default: preset,
    description: `${description} A number and ms, s, m, h or d.`,
  });

/** A duration that makes no sense as zero, such as the pause between looks. */
const timeSpan = (description: string, preset: string) =>
  form(timeSpanPattern, preset, {
    default: preset,
    description: `${description} A number above 0 and ms, s, m, h or d.`,
  });

/** A duration without a default in the schema: the code that uses the duration has the default. */
const ownDuration = (description: string, pattern = durationPattern) =>
  Type.Optional(form(pattern, '20s', { description }));

/** A host name with an optional port, where `*` matches any part. */
export const hostPattern = '^[A-Za-z0-9*._:\\[\\]-]{1,255}$';

/** A status of HTTP, or a hundred of them (`5xx`). Some hosts answer 999 to programs. */
export const statusPattern = '^[1-59](?:[0-9]{2}|xx)$';

/** HTTPS, or plain HTTP to this machine, because commits that become files, and a token, are sent there. */
const remotePattern =
  '^(?:https://[^\\s@]+|http://(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1\\])(?::[0-9]+)?(?:/[^\\s@]*)?)$';

/** New levels for rules of the link check. */
const ruleLevels = (description: string) =>
  Type.Unsafe<Partial<Record<RuleId, RuleLevel>>>({
    type: 'object',
    properties: Object.fromEntries(
      ruleIds.map((id) => [
        id,
        { type: 'string', enum: ['error', 'warning', 'note', 'off'], description: `${rules[id].title}.` },
      ]),
    ),
    additionalProperties: false,
    default: {},
    description,
  });

const identifier = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const configSchema = object(
  {
    service: object(
      {
        url: form('^https?://[^\\s/]+', 'https://docs.example.com', {
          default: 'http://127.0.0.1:8787',
          description: 'Where the service is, without /v1. The token is sent to this origin alone.',
        }),
        token: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'The API token. Write ${TIDEMARK_TOKEN}, never the token itself: the file is for everyone to read.',
          }),
        ),
        timeout: timeSpan('How long one answer may take, headers and body.', '30s'),
      },
      'The hosted service, or an embedded one (`tidemark serve`).',
    ),
    repository: object(
      {
        path: Type.String({
          minLength: 1,
          default: './docs',
          description: 'The git repository, relative to this file.',
        }),
        branch: Type.String({ minLength: 1, default: 'main', description: 'The branch that people edit.' }),
        remote: Type.Optional(
          form(remotePattern, 'https://git.example.com/team/docs.git', {
            description:
              'A git host, over HTTPS (plain HTTP on this machine alone), that the mirror is pushed to and fetched from. Credentials come from TIDEMARK_GIT_TOKEN.',
          }),
        ),
      },
      'Where the mirror lives.',
    ),
    mirror: object(
      {
        spaces: Type.Optional(
          Type.Array(
            object(
              {
                id: identifier('The id of the space.'),
                path: Type.String({
                  minLength: 1,
                  default: '.',
                  description: 'Its folder in the repository; `.` for a lone space.',
                }),
              },
              'One space.',
            ),
            { minItems: 1, description: 'The spaces to mirror, each in a folder of its own.' },
          ),
        ),
        organization: Type.Optional(identifier('Mirror every space of this organization.')),
        collections: Type.Optional(
          Type.Array(identifier('A collection id.'), {
            minItems: 1,
            description: 'Mirror every space of these collections.',
          }),
        ),
        sites: Type.Optional(
          Type.Array(identifier('A site id.'), {
            minItems: 1,
            description: 'Mirror every space of these sites.',
          }),
        ),
        changeRequests: choice(
          ['open', 'all', 'none'],
          'Which change requests become refs: draft and open ones, all, or none.',
          'open',
        ),
        metadata: flag(
          'Mirror collections, sites, custom fields, OpenAPI specs and translations as YAML under .tidemark/.',
          true,
        ),
        comments: flag('Mirror comments as well.', false),
      },
      'What is mirrored: name spaces, or an organization, collections or sites.',
    ),
    frontMatter: object(
      { id: flag("Keep each page's identity in its front matter, so that a rename stays one page.", true) },
      'What Tidemark adds to pages.',
    ),
    push: object(
      {
        enabled: flag('Turn edits into change requests.', true),
        trigger: choice(
          ['save', 'commit'],
          'What makes an edit count: saving the file, or committing it.',
          'save',
        ),
        via: choice(
          ['auto', 'content', 'import'],
          'How edits are written: content changes, an import, or the best that is there.',
          'auto',
        ),
        allow: Type.Array(form('^[0-9a-f]{16}$', '0123456789abcdef'), {
          default: [],
          description:
            'Fingerprints of what is held back and may be sent all the same (what looks like a secret, conflict markers): a message names each.',
        }),
        todoComment: flag(
          'Keep what an import cannot say as one comment on its change request: what is left to do by hand, ticked off when it is done.',
          true,
        ),
        debounce: duration('How long a file must be quiet before its edit is taken up.', '2s'),
        lag: duration(
          'How long after a write the service may show what was before it: a sync waits so long for its own write to show.',
          '10s',
        ),
        importHost: Type.String({
          minLength: 1,
          default: '127.0.0.1',
          description:
            'Where edits are served for the time of an import, when the service takes them that way alone.',
        }),
        importPort: Type.Integer({
          minimum: 0,
          maximum: 65535,
          default: 9465,
          description: 'The port for that; 0 takes any free one.',
        }),
        importUrl: Type.Optional(
          form('^https?://[^\\s@?#]+$', 'https://edits.example.com', {
            description:
              'How the service reaches it, when that is another address there (a tunnel, a proxy). https, beyond this machine.',
          }),
        ),
        importStore: Type.Optional(
          form('^https?://[^\\s@?#]+$', 'https://s3.example.com/bucket/folder', {
            description:
              'A bucket of an S3-compatible object store, with a folder in it, that carries the edits instead: no port is open here then. https, beyond this machine.',
          }),
        ),
        importStoreRegion: Type.String({
          minLength: 1,
          default: 'us-east-1',
          description: 'The region of that store, for signatures.',
        }),
        importStoreKey: Type.Optional(
          Type.String({
            minLength: 1,
            description: 'The id of a key that may write, read and delete there.',
          }),
        ),
        importStoreSecret: Type.Optional(
          Type.String({ minLength: 1, description: 'The secret of that key, as "${NAME}".' }),
        ),
        importStoreExpires: timeSpan('How long the service may fetch edits from the store.', '10m'),
        importFolder: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'A folder that a web server or a CI job publishes, relative to this file: the edits are written there instead.',
          }),
        ),
        importFolderUrl: Type.Optional(
          form(
            '^https?://[^\\s@/?#]+/[^\\s#]*\\{path\\}[^\\s#]*$',
            'https://ci.example.com/jobs/7/artifacts/{path}',
            {
              description:
                'The address of a file of that folder, such as https://ci.example.com/jobs/7/artifacts/{path}. https, beyond this machine.',
            },
          ),
        ),
        importRawUrl: Type.Optional(
          form(
            '^https?://[^\\s@/?#]+/[^\\s#]*\\{commit\\}[^\\s#]*$',
            'https://git.example.com/docs/raw/commit/{commit}/{path}',
            {
              description:
                'The raw address of a file on the git host of repository.remote, such as https://git.example.com/docs/raw/commit/{commit}/{path}: the edits are pushed there instead. https, beyond this machine.',
            },
          ),
        ),
        importWait: duration(
          'How long what is published by importFolder or importRawUrl may take until its address gives it.',
          '2m',
        ),
        allowPlainHttp: flag(
          'Let the service fetch edits by plain http beyond this machine: whoever is in between can read and change them.',
          false,
        ),
      },
      'From edits to change requests.',
    ),
    schedule: object(
      { interval: timeSpan('How often the daemon looks at the service.', '60s') },
      'When the daemon works.',
    ),
    queue: object(
      {
        driver: choice(['memory', 'redis'], 'memory: one process. redis: a fleet of workers.', 'memory'),
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 64,
          default: 8,
          description: 'Requests at a time, at most.',
        }),
        url: Type.Optional(
          form('^rediss?://', 'redis://127.0.0.1:6379', {
            description: 'Redis or Valkey, for the driver redis.',
          }),
        ),
      },
      'How the work is shared out.',
    ),
    guards: object(
      {
        deletePercent: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 20,
          description: "A cycle that would delete more than this share of a space's pages deletes nothing …",
        }),
        deleteMinimum: Type.Integer({
          minimum: 0,
          default: 5,
          description: '… when it is at least this many pages.',
        }),
      },
      'Brakes.',
    ),
    history: object(
      {
        keep: duration(
          'How long saves that a sync saw are kept for `tidemark restore`; 0d keeps none.',
          '30d',
        ),
      },
      'What is remembered of files.',
    ),
    links: object(
      {
        failOn: choice(['new', 'broken', 'never'], 'What makes `tidemark links` exit 1.', 'new'),
        ignore: Type.Array(Type.String({ minLength: 1 }), {
          default: [],
          description:
            'Findings to leave out: targets (exact, or with * and **), files as path:PATTERN, rules as rule:NAME.',
        }),
        levels: ruleLevels(
          'How grave a rule is, such as { unused-file: warning }: error, warning, note or off. The rules are in docs/rules/links.md.',
        ),
      },
      'Link health.',
    ),
    externalLinks: object(
      {
        timeout: timeSpan('How long one address may take to answer.', '20s'),
        tries: Type.Integer({
          minimum: 1,
          maximum: 10,
          default: 3,
          description: 'How often an address is asked before its failure counts.',
        }),
        interval: duration('The least time between two addresses of one host.', '250ms'),
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 16,
          default: 1,
          description: 'Addresses of one host at a time, at most.',
        }),
        hosts: Type.Record(
          Type.String({ pattern: hostPattern }),
          object(
            {
              timeout: ownDuration('How long its addresses may take: above 0.', timeSpanPattern),
              tries: Type.Optional(
                Type.Integer({ minimum: 1, maximum: 10, description: 'How often its addresses are asked.' }),
              ),
              interval: ownDuration('The least time between two of its addresses.'),
              concurrency: Type.Optional(
                Type.Integer({ minimum: 1, maximum: 16, description: 'Its addresses at a time, at most.' }),
              ),
              headers: Type.Record(
                Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' }),
                form('^[^\\r\\n]*$', '${LINKS_TOKEN}', {
                  description: 'Write secrets as ${LINKS_NAME}: a variable whose name begins with LINKS_.',
                }),
                {
                  ...keyExample('Authorization'),
                  default: {},
                  description: 'Sent to this host alone, such as { Authorization: "${LINKS_TOKEN}" }.',
                },
              ),
            },
            'One host.',
          ),
          {
            ...keyExample('*.example.com'),
            default: {},
            description:
              'Other settings for hosts by name or pattern, such as { "*.example.com": { tries: 1 } }.',
          },
        ),
        status: Type.Record(
          Type.String({ pattern: statusPattern }),
          Type.Unsafe<StatusMeaning>({
            type: 'string',
            enum: ['alive', 'refused', 'dead'],
            description: 'What it says of the address.',
          }),
          {
            ...keyExample('5xx'),
            default: {},
            description: 'What statuses mean, such as { 403: dead, 5xx: alive }: alive, refused or dead.',
          },
        ),
        cache: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'The file that keeps results, relative to this file. Default: in the cache of your account.',
          }),
        ),
        maxAge: duration('How long a good result holds; a bad one holds for a tenth of that.', '24h'),
        privateHosts: Type.Array(form(hostPattern, '*.intern.example.com'), {
          default: [],
          description:
            'Hosts of this machine or network that are asked all the same, such as "*.intern.example.com".',
        }),
        anchors: flag('Look for the anchors of links in the pages outside.', false),
        remap: Type.Array(
          form('^https?://[^\\s]+=https?://[^\\s]+$', 'https://docs.example.com/=http://localhost:8080/'),
          {
            default: [],
            description:
              'Addresses that are asked elsewhere, as FROM=TO, such as https://docs.example.com/=http://localhost:8080/.',
          },
        ),
        archive: flag('Ask a web archive for copies of dead addresses, and suggest them.', false),
        archiveUrl: form('^https?://[^\\s]+$', 'https://archive.org/wayback/available?url=', {
          default: 'https://archive.org/wayback/available?url=',
          description: 'Where the archive is asked; an address is added to it.',
        }),
      },
      'How `tidemark links --external` asks addresses outside.',
    ),
    export: exportSchema,
    http: object(
      {
        host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'The address to listen on.' }),
        port: Type.Integer({
          minimum: 0,
          maximum: 65535,
          default: 9464,
          description: 'The port; 0 takes any free one.',
        }),
      },
      "The daemon's health, metrics and status page.",
    ),
    log: object(
      {
        level: choice(
          ['debug', 'info', 'warn', 'error'],
          'What the daemon tells: that and everything graver. SIGUSR2 turns debug on and off.',
          'info',
        ),
      },
      "The daemon's log.",
    ),
    traces: object(
      {
        endpoint: Type.Optional(
          form('^https?://[^\\s@]+$', 'http://127.0.0.1:4318/v1/traces', {
            description:
              'Where an OpenTelemetry collector takes traces over HTTP, such as http://127.0.0.1:4318/v1/traces; none are sent without.',
          }),
        ),
      },
      'What the daemon tells of what takes time.',
    ),
    hooks: Type.Record(
      Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
      object(
        {
          secret: Type.String({ minLength: 16, description: 'The HMAC secret; write ${A_VARIABLE}.' }),
          from: choice(
            ['tidemark', 'github', 'gitlab', 'gitea'],
            "Who sends it: a program of yours that signs as docs/deploy says, or the git host's webhook for pushes (gitea: Forgejo as well).",
            'tidemark',
          ),
          space: Type.Optional(identifier('The space to look at; all when left out.')),
        },
        'One webhook.',
      ),
      {
        ...keyExample('docs'),
        default: {},
        description: 'Webhooks that say "look again": POST /hooks/<name>.',
      },
    ),
  },
  'Configuration of Tidemark.',
);

/** A valid configuration, with every default filled in. Paths are as written: relative to the file. */
export type Config = Static<typeof configSchema>;

/** Sections and options whose values are secrets: never printed, never logged. */
export const secretPaths: readonly string[] = [
  'service.token',
  'hooks.*.secret',
  'externalLinks.hosts.*.headers.*',
];

export { durationMs } from './duration.ts';

/** The published JSON Schema: draft 2020-12, every key is optional because of the defaults. */
export function publishedSchema(): Record<string, unknown> {
  const relax = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(relax);
    if (typeof schema !== 'object' || schema === null) return schema;
    const entries = Object.entries(schema)
      .filter(([key]) => key !== 'required')
      .map(([key, value]) => [key, relax(value)] as const);
    return Object.fromEntries(entries);
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'sync.config.yaml',
    ...(relax(JSON.parse(JSON.stringify(configSchema))) as Record<string, unknown>),
  };
}
