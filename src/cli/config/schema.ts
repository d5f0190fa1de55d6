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
          description:
            'The address of the service, without /v1. Tidemark sends the token to this origin alone.',
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
              'The repository on a git host that Tidemark pushes the mirror to and fetches edits from: over HTTPS, or over plain HTTP on this machine. Its password or token comes from TIDEMARK_GIT_TOKEN.',
          }),
        ),
      },
      'The git repository of the mirror.',
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
      'What is mirrored: name spaces, or an organization, collections or sites. Without any of them, every space of the one organization that the token sees.',
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
            'Texts that Tidemark holds back (they look like a secret, or have conflict markers) and that you allow it to send. Each is named by the fingerprint that the message about it gives.',
        }),
        todoComment: flag(
          'Keep one comment on a change request that was written by an import. It lists what the import cannot do and somebody has to do by hand, and ticks off what is done.',
          true,
        ),
        debounce: duration('How long a file must stay unchanged before Tidemark sends its edit.', '2s'),
        lag: duration(
          'How long the service may still show the old content after a write. A sync waits so long until it sees its own write.',
          '10s',
        ),
        importHost: Type.String({
          minLength: 1,
          default: '127.0.0.1',
          description:
            'The address on which Tidemark serves edits during an import, for a service that takes edits by imports alone.',
        }),
        importPort: Type.Integer({
          minimum: 0,
          maximum: 65535,
          default: 9465,
          description: 'The port for imports; 0 takes any free port.',
        }),
        importUrl: Type.Optional(
          form('^https?://[^\\s@?#]+$', 'https://edits.example.com', {
            description:
              'The address at which the service reaches push.importHost, where that is a different one (a tunnel, a proxy). It must begin with https, except on this machine.',
          }),
        ),
        importStore: Type.Optional(
          form('^https?://[^\\s@?#]+$', 'https://s3.example.com/bucket/folder', {
            description:
              'A bucket of an S3-compatible object store, with a folder in it, from which the service fetches the edits; Tidemark opens no port then. It must begin with https, except on this machine.',
          }),
        ),
        importStoreRegion: Type.String({
          minLength: 1,
          default: 'us-east-1',
          description: 'The region of the object store, for its signatures.',
        }),
        importStoreKey: Type.Optional(
          Type.String({
            minLength: 1,
            description: 'The id of an access key that may write, read and delete in the object store.',
          }),
        ),
        importStoreSecret: Type.Optional(
          Type.String({ minLength: 1, description: 'The secret of the access key, as "${NAME}".' }),
        ),
        importStoreExpires: timeSpan('How long the service may fetch edits from the store.', '10m'),
        importFolder: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'A folder that a web server or a CI job publishes, relative to this file. Tidemark writes the edits there, and the service fetches them from there.',
          }),
        ),
        importFolderUrl: Type.Optional(
          form(
            '^https?://[^\\s@/?#]+/[^\\s#]*\\{path\\}[^\\s#]*$',
            'https://ci.example.com/jobs/7/artifacts/{path}',
            {
              description:
                'The address of a file in push.importFolder, such as https://ci.example.com/jobs/7/artifacts/{path}. It must begin with https, except on this machine.',
            },
          ),
        ),
        importRawUrl: Type.Optional(
          form(
            '^https?://[^\\s@/?#]+/[^\\s#]*\\{commit\\}[^\\s#]*$',
            'https://git.example.com/docs/raw/commit/{commit}/{path}',
            {
              description:
                'The address of the raw file on the git host of repository.remote, such as https://git.example.com/docs/raw/commit/{commit}/{path} (commit and path are filled in). Tidemark pushes the edits there, and the service fetches them from there. It must begin with https, except on this machine.',
            },
          ),
        ),
        importWait: duration(
          'How long it may take until a file that was put into push.importFolder, or pushed for push.importRawUrl, can be read at its address.',
          '2m',
        ),
        allowPlainHttp: flag(
          'Let the service fetch edits from other machines by plain http. Anybody on the way between them can read and change the edits.',
          false,
        ),
      },
      'From edits to change requests.',
    ),
    schedule: object(
      { interval: timeSpan('How often the daemon looks at the service.', '60s') },
      'When the daemon looks for changes.',
    ),
    queue: object(
      {
        driver: choice(
          ['memory', 'redis'],
          'memory: one process. redis: a fleet of workers (`tidemark worker`).',
          'memory',
        ),
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 64,
          default: 8,
          description: 'The most requests at the same time.',
        }),
        url: Type.Optional(
          form('^rediss?://', 'redis://127.0.0.1:6379', {
            description: 'The address of Redis or Valkey, for the driver redis.',
          }),
        ),
      },
      'The queue of requests and jobs.',
    ),
    guards: object(
      {
        deletePercent: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 20,
          description:
            "A cycle that would delete more than this share of a space's pages deletes none, if they are also at least as many as guards.deleteMinimum.",
        }),
        deleteMinimum: Type.Integer({
          minimum: 0,
          default: 5,
          description: 'A cycle may always delete fewer pages than this.',
        }),
      },
      'Limits that stop a mass deletion.',
    ),
    history: object(
      {
        keep: duration(
          'How long the saves that a sync saw are kept for `tidemark restore`; 0d keeps none.',
          '30d',
        ),
      },
      'The saves that `tidemark restore` can bring back.',
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
          'The levels of rules, such as { unused-file: warning }: error, warning, note or off. The rules are in docs/rules/links.md.',
        ),
      },
      'How `tidemark links` judges links.',
    ),
    externalLinks: object(
      {
        timeout: timeSpan('How long one address may take to answer.', '20s'),
        tries: Type.Integer({
          minimum: 1,
          maximum: 10,
          default: 3,
          description: 'How many requests to an address must fail before the address counts as broken.',
        }),
        interval: duration('The shortest pause between two requests to the same host.', '250ms'),
        concurrency: Type.Integer({
          minimum: 1,
          maximum: 16,
          default: 1,
          description: 'The most requests to the same host at the same time.',
        }),
        hosts: Type.Record(
          Type.String({ pattern: hostPattern }),
          object(
            {
              timeout: ownDuration(
                'How long an address of this host may take to answer: above 0.',
                timeSpanPattern,
              ),
              tries: Type.Optional(
                Type.Integer({
                  minimum: 1,
                  maximum: 10,
                  description:
                    'How many requests to an address of this host must fail before it counts as broken.',
                }),
              ),
              interval: ownDuration('The shortest pause between two requests to this host.'),
              concurrency: Type.Optional(
                Type.Integer({
                  minimum: 1,
                  maximum: 16,
                  description: 'The most requests to this host at the same time.',
                }),
              ),
              headers: Type.Record(
                Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' }),
                form('^[^\\r\\n]*$', '${LINKS_TOKEN}', {
                  description: 'Write secrets as ${LINKS_NAME}: a variable whose name begins with LINKS_.',
                }),
                {
                  ...keyExample('Authorization'),
                  default: {},
                  description:
                    'Headers that are sent to this host alone, such as { Authorization: "${LINKS_TOKEN}" }.',
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
            description: 'What this status means for an address: alive, refused or dead.',
          }),
          {
            ...keyExample('5xx'),
            default: {},
            description:
              'What the statuses of answers mean, such as { 403: dead, 5xx: alive }: alive, refused or dead.',
          },
        ),
        cache: Type.Optional(
          Type.String({
            minLength: 1,
            description:
              'The file that keeps the results, relative to this file. Left out: a file in the cache folder of your account.',
          }),
        ),
        maxAge: duration(
          'How long the result for a working address is kept; that for a broken address is kept for a tenth of this time.',
          '24h',
        ),
        privateHosts: Type.Array(form(hostPattern, '*.intern.example.com'), {
          default: [],
          description:
            'Hosts of this machine or its private network that may be asked, such as "*.intern.example.com".',
        }),
        anchors: flag('Check that the anchors of links (#install) exist in the pages of other sites.', false),
        remap: Type.Array(
          form('^https?://[^\\s]+=https?://[^\\s]+$', 'https://docs.example.com/=http://localhost:8080/'),
          {
            default: [],
            description:
              'Addresses that are replaced before they are asked, as FROM=TO, such as https://docs.example.com/=http://localhost:8080/.',
          },
        ),
        archive: flag(
          'Ask a web archive for copies of pages that are gone, and suggest these copies.',
          false,
        ),
        archiveUrl: form('^https?://[^\\s]+$', 'https://archive.org/wayback/available?url=', {
          default: 'https://archive.org/wayback/available?url=',
          description: 'The address of the web archive; the address of the page that is gone is added to it.',
        }),
      },
      'How `tidemark links --external` checks addresses of other sites.',
    ),
    export: exportSchema,
    http: object(
      {
        host: Type.String({
          minLength: 1,
          default: '127.0.0.1',
          description: 'The address that the daemon listens on.',
        }),
        port: Type.Integer({
          minimum: 0,
          maximum: 65535,
          default: 9464,
          description: 'The port; 0 takes any free port.',
        }),
      },
      "The daemon's health, metrics and status page.",
    ),
    log: object(
      {
        level: choice(
          ['debug', 'info', 'warn', 'error'],
          'The lowest level of messages that the daemon logs. SIGUSR2 turns debug on and off.',
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
              'The address of an OpenTelemetry collector that takes traces over HTTP, such as http://127.0.0.1:4318/v1/traces; left out, no traces are sent.',
          }),
        ),
      },
      'Traces, which show what takes the daemon how long.',
    ),
    hooks: Type.Record(
      Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
      object(
        {
          secret: Type.String({ minLength: 16, description: 'The HMAC secret; write ${A_VARIABLE}.' }),
          from: choice(
            ['tidemark', 'github', 'gitlab', 'gitea'],
            'The sender: a program of your own that signs as docs/deploy says (tidemark), or the git host whose webhook for pushes it is (gitea: Forgejo as well).',
            'tidemark',
          ),
          space: Type.Optional(identifier('The space to look at; left out, all spaces.')),
        },
        'One webhook.',
      ),
      {
        ...keyExample('docs'),
        default: {},
        description: 'Webhooks that make the daemon look for changes at once: POST /hooks/<name>.',
      },
    ),
  },
  'Configuration of Tidemark.',
);

/** A valid configuration, with every default filled in. Paths are as written: relative to the file. */
export type Config = Static<typeof configSchema>;

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
