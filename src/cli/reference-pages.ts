import type { Command } from 'commander';
import type { TSchema } from 'typebox';
import { parse, stringify } from 'yaml';
import { operations, type Operation } from '../contract/index.ts';
import { metricFacts } from '../daemon/index.ts';
import { rulesText } from '../links/index.ts';
import { properties } from '../trial/index.ts';
import { configSchema } from './config/schema.ts';
import { examples } from './examples.ts';
import { exitCodes, pathOf, variables, withSubcommands } from './help.ts';

/**
 * The handbook's reference: pages that are generated from the tables of the program, by their paths in `docs/guide/`.
 *
 * @param alerts The text of `docs/deploy/alerts.yaml`.
 */
export function referencePages(program: Command, alerts: string): Readonly<Record<string, string>> {
  return {
    'reference/commands.md': commandsPage(program),
    'reference/configuration.md': configurationPage(),
    'reference/link-rules.md': linkRulesPage(),
    'reference/relied-on.md': reliedOnPage(),
    'reference/operations.md': operationsPage(),
    'reference/metrics.md': metricsPage(alerts),
  };
}

function page(description: string, title: string, parts: readonly string[]): string {
  return `---\ndescription: ${description}\n---\n\n# ${title}\n\n${parts.join('\n\n').trimEnd()}\n`;
}

function commandsPage(program: Command): string {
  const [, ...commands] = withSubcommands(program);
  return page('Every command with its options and examples', 'Commands', [
    sentence(program.description()),
    table(['Exit code', 'Means'], exitCodes),
    table(
      ['Variable', 'Does'],
      variables.map(([name, does]) => [`\`${name}\``, does]),
    ),
    `## Options of every command\n\n${options(program)}`,
    ...commands.map(commandPart),
  ]);
}

function commandPart(command: Command): string {
  const help = command.createHelp();
  const named = help.visibleArguments(command).filter(({ description }) => description !== '');
  const lines = examples[pathOf(command)] ?? [];
  return [
    `## ${pathOf(command)}`,
    sentence(command.description()),
    `\`\`\`text\n${help.commandUsage(command)}\n\`\`\``,
    ...(named.length === 0
      ? []
      : [
          table(
            ['Argument', 'Is'],
            named.map((argument) => [`\`${argument.name()}\``, argument.description]),
          ),
        ]),
    options(command),
    ...(lines.length === 0
      ? []
      : [`\`\`\`sh\n${lines.map(([line, says]) => `# ${says}\n${line}`).join('\n')}\n\`\`\``]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function options(command: Command): string {
  const help = command.createHelp();
  const shown = help
    .visibleOptions(command)
    .filter(({ long }) => command.parent === null || long !== '--help')
    .map((option) => [`\`${option.flags}\``, help.optionDescription(option)] as const);
  return shown.length === 0 ? '' : table(['Option', 'Does'], shown);
}

interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** The schema of the values behind names that the user chooses, by the pattern of the names. */
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

function configurationPage(): string {
  const sections = Object.entries((configSchema as TSchema as SchemaNode).properties ?? {});
  return page('Every option of sync.config.yaml with its default', 'Configuration', [
    '`tidemark init` writes `sync.config.yaml` with every option as a comment. Flags win over `TIDEMARK_…` variables (`service.url` is `TIDEMARK_SERVICE_URL`), those over the file, that over the defaults below. Unknown keys are errors. In a name, `[]` stands for each entry of a list, and `NAME` for a name of your choice. Secrets come from the environment: `${NAME}` in a value is replaced.',
    ...sections.map(([name, section]) => configurationPart(name, section)),
  ]);
}

function configurationPart(name: string, section: SchemaNode): string {
  return [
    `## ${name}`,
    ...(section.description === undefined ? [] : [section.description]),
    table(
      ['Option', 'Default', 'Means'],
      section.properties === undefined ? optionRows(name, section) : rowsBelow(name, section),
    ),
  ].join('\n\n');
}

/** The row of an option, and those of the keys inside of it. */
function optionRows(name: string, option: SchemaNode, isNeeded = false): (readonly string[])[] {
  const { default: preset, enum: words, description = '', properties } = option;
  const choices = words === undefined ? '' : `(${words.join(', ')})`;
  // If the file has no section, the defaults of the section's options make it.
  const without = isNeeded && properties === undefined ? 'needed' : '';
  return [
    [
      `\`${name}\``,
      preset === undefined ? without : `\`${flow(preset)}\``,
      [description, choices].filter((part) => part !== '').join(' '),
    ],
    ...rowsBelow(name, option),
  ];
}

/** A mapping of fixed keys that has a default of its own is one option: its description says what the keys are. */
function rowsBelow(name: string, option: SchemaNode): (readonly string[])[] {
  const { default: preset, properties = {}, patternProperties = {}, items, required = [] } = option;
  return [
    ...Object.entries(preset === undefined ? properties : {}).flatMap(([key, inner]) =>
      optionRows(`${name}.${key}`, inner, required.includes(key)),
    ),
    ...Object.values(patternProperties).flatMap((inner) => rowsBelow(`${name}.NAME`, inner)),
    ...(items === undefined ? [] : rowsBelow(`${name}[]`, items)),
  ];
}

function flow(value: unknown): string {
  return stringify(value, { lineWidth: 0, collectionStyle: 'flow' }).trim();
}

function linkRulesPage(): string {
  return page('What each rule finds, and what to do about it', 'Rules of the link check', [rulesText()]);
}

function reliedOnPage(): string {
  return page(
    'What sync relies on of a service, and what becomes of a sync without it',
    'What sync relies on',
    [
      '`tidemark doctor --deep --space ID` tries each of these in a space that is given for it, and prints a row for each: `pass`, `fail`, or `not possible` where the interface has no way to do it. In `--json` each finding has its name.',
      table(
        ['Name', 'Property', 'Sync relies on it', 'Without it'],
        Object.entries(properties).map(([name, { title, relies, else: otherwise }]) => [
          `\`${name}\``,
          title,
          relies,
          otherwise,
        ]),
      ),
    ],
  );
}

function operationsPage(): string {
  const rows = Object.entries(operations) as [string, Operation][];
  const groups = [...new Set(rows.map(([, { group }]) => group))];
  return page('Every operation, for `tidemark api` and the embedded service', 'Operations of the interface', [
    'Call one by its name or by its method and path: `tidemark api getSpaceById spaceId=…`, `tidemark api GET /spaces/…`. `tidemark api --openapi` prints the whole contract. An operation marked “more” is an extension of the embedded service; `tidemark serve --interface strict` leaves it out.',
    ...groups.map(
      (group) =>
        `## ${group}\n\n${table(
          ['Operation', 'Request', 'Does'],
          rows
            .filter(([, row]) => row.group === group)
            .map(([id, { method, path, summary, source }]) => [
              `\`${id}\``,
              `\`${method} ${path}\``,
              source === 'extension' ? `${summary} (more)` : summary,
            ]),
        )}`,
    ),
  ]);
}

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly for?: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
}

function metricsPage(alerts: string): string {
  const rules = (parse(alerts) as AlertRules).groups.flatMap((group) => group.rules);
  return page('What a daemon and a worker count, and which of it wakes somebody', 'Metrics and alerts', [
    'A daemon and a worker answer `/metrics` in the format of Prometheus, at `http.host` and `http.port`. Every metric of a worker has the label `worker`. The figures of the process itself (`process_…`, `nodejs_…`) come with them.',
    table(
      ['Metric', 'Type', 'Labels', 'Means'],
      metricFacts().map(({ name, type, labels, help }) => [
        `\`${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
    ),
    '## Alerts',
    '`docs/deploy/alerts.yaml` in the package has these rules for Prometheus, and `docs/deploy/dashboard.json` a dashboard for Grafana. `page` means that somebody is woken, `ticket` that somebody looks in the morning.',
    table(
      ['Alert', 'After', 'For', 'What to do first'],
      rules.map(({ alert, for: after = '0m', labels, annotations }) => [
        `\`${alert}\``,
        after,
        labels.severity,
        annotations.description,
      ]),
    ),
    'The [runbook](runbook.md) explains each code.',
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** A text for a cell of a table, with markup outside of code escaped. */
function cell(text: string): string {
  return text
    .replace(/\n/g, ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : asWords(part)))
    .join('')
    .replace(/\|/g, '\\|');
}

/** Turns addresses into code, so that they do not become links, and escapes markup. */
function asWords(text: string): string {
  return text
    .split(/((?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).])/)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : part.replace(/[<*_]/g, '\\$&')))
    .join('');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.');
}
