import type { TSchema } from 'typebox';
import { stringify } from 'yaml';
import { configSchema } from './schema.ts';

/** The values that a new configuration sets; every other option is a comment with its default. */
export type ChosenOptions = Readonly<Record<string, unknown>>;

interface SchemaNode {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  properties?: Record<string, SchemaNode>;
}

const width = 110;

/**
 * The text of a commented `sync.config.yaml`: one comment for each option, from the schema. `schema` is the location of the
 * published schema for editors, relative to the file's folder.
 */
export function configTemplate(chosen: ChosenOptions, schema: string): string {
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '# Options that are commented out show their defaults.',
  ];
  for (const [section, options] of Object.entries((configSchema as TSchema as SchemaNode).properties ?? {})) {
    lines.push('', ...comment(options.description, ''));
    if (options.type !== 'object' || !options.properties) {
      lines.push(...optionLines(section, options, chosen[section], ''));
      continue;
    }
    lines.push(`${section}:`);
    for (const [name, option] of Object.entries(options.properties)) {
      lines.push(...comment(choices(option), '  '));
      const value = chosen[`${section}.${name}`];
      lines.push(
        ...(value === undefined && option.properties && option.default === undefined
          ? mappingLines(name, option.properties, '  # ')
          : optionLines(name, option, value, '  ')),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A mapping within a section, as comments. Without the `#` signs, the lines are YAML with comments. */
function mappingLines(
  name: string,
  properties: Readonly<Record<string, SchemaNode>>,
  indent: string,
): string[] {
  return [
    `${indent}${name}:`,
    ...Object.entries(properties).flatMap(([inner, option]) => [
      ...comment(choices(option), `${indent}  `),
      ...(option.properties
        ? mappingLines(inner, option.properties, `${indent}  `)
        : [`${indent}  ${flowOf(inner, option)}`]),
    ]),
  ];
}

function optionLines(name: string, option: SchemaNode, value: unknown, indent: string): string[] {
  if (value !== undefined) {
    return stringify({ [name]: value }, { lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => indent + line);
  }
  return [`${indent}# ${flowOf(name, option)}`];
}

function flowOf(name: string, option: SchemaNode): string {
  const shown = option.default === undefined ? example(name) : option.default;
  const flow = stringify({ [name]: shown }, { lineWidth: 0, collectionStyle: 'flow' }).trim();
  return flow.replace(/^\{ ?/, '').replace(/ ?\}$/, '');
}

const examples: Readonly<Record<string, unknown>> = {
  token: '${TIDEMARK_TOKEN}',
  remote: 'https://git.example.com/docs.git',
  spaces: [{ id: 'SPACE_ID', path: 'guides' }],
  organization: 'ORGANIZATION_ID',
  collections: ['COLLECTION_ID'],
  sites: ['SITE_ID'],
  url: 'redis://127.0.0.1:6379',
  cache: './external-links.json',
  styles: './brand/site.css',
  static: './public',
  edit: 'auto',
  site: 'docs.example.com',
  address: 'https://stats.example.com',
  title: 'Handbook',
  logo: './brand/logo.svg',
  logoDark: './brand/logo-dark.svg',
  icon: './brand/icon.svg',
  iconDark: './brand/icon-dark.svg',
  language: 'en',
  primary: '#534ab7 #b2a5ff',
  tint: '#534ab7',
  info: '#534ab7',
  success: '#00834f',
  warning: '#a15c00',
  danger: '#c02626',
  text: 'Open Sans',
  code: 'Fira Code',
  headerLinks: [{ title: 'Blog', to: 'https://example.com/blog' }],
  footerLinks: [{ title: 'About', links: [{ title: 'Team', to: './docs/team.md' }] }],
  copyright: '© Harbour Ltd',
};

function example(name: string): unknown {
  return examples[name] ?? '';
}

function choices({ description = '', enum: values }: SchemaNode): string {
  return values ? `${description} (${values.join(' · ')})` : description;
}

function comment(text: string | undefined, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of (text ?? '').split(' ')) {
    if (line !== '' && indent.length + 2 + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].filter((part) => part !== '').map((part) => `${indent}# ${part}`);
}
