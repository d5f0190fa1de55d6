import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RDFormatValidator } from '@umbrelladocs/rdformat-validator';
import Ajv04Module from 'ajv-draft-04';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';

import { packageRoot } from '../../src/base/index.ts';
import {
  checkLinks,
  findSpaces,
  fixFile,
  githubSummary,
  onlyNewFindings,
  reporters,
  reportFormats,
  ruleIds,
  rulesPage,
  type LinkReport,
  type ReportFormat,
} from '../../src/links/index.ts';
import { parseMarkdown } from '../../src/content/markdown.ts';
import { lineHashes } from '../../src/links/report/line-hash.ts';
import { aSoundRepository, aTree } from './repository.ts';

const schemas = join(packageRoot(), '..', 'shared', 'schemas');
const hasSchemas = existsSync(schemas);
if (!hasSchemas)
  console.info(
    'Reports are not held against the published schemas: ../shared/schemas is not beside the project.',
  );

const options = { version: '1.2.3', now: Date.UTC(2026, 10, 21, 4, 0, 0) };

/** Text that a hostile writer would put into targets, titles and paths. */
const hostile = {
  'SUMMARY.md': '* [Ho](README.md)\n* [A ::error::x \u001b[31m % \u202e](<ev&il" <p>.md>)\n',
  'README.md':
    '# Ho\n\n[x](<a\u001b]0;t\u0007b.md>) [y](<%0A::error file=x::boo.md>) [z](<c|d`e`.md>) ![i](<"><script>alert(1)</script>.png>) [u](<\u202ef&amp;.md>) [l](<‘ ’.md>) [s](\ud800.md) [n](stast.md)\n',
  'ev&il" <p>.md': '# Evil\n\n<a href="]]>&#x22;--.md">x</a>\n',
  'start.md': '# S\n',
};

async function reportOf(files: Record<string, string>): Promise<LinkReport> {
  return checkLinks({ tree: aTree(files), spaces: findSpaces(Object.keys(files)), ignore: ['nothing<&'] });
}

const hostileReport = await reportOf(hostile);
const emptyReport = await reportOf(aSoundRepository());
const both: [string, LinkReport][] = [
  ['hostile', { ...hostileReport, problems: ['https://x\u001b[2J could not be checked'] }],
  ['empty', emptyReport],
];

const print = (format: ReportFormat, report: LinkReport): string => reporters[format](report, options);

describe('every format', () => {
  it('says of hostile names what is wrong, and lets no control character of theirs through', () => {
    expect(hostileReport.findings.length).toBeGreaterThan(7);
    for (const format of reportFormats) {
      const text = print(format, both[0]?.[1] ?? hostileReport);

      // JSON may have them as escapes, but nothing has the raw bytes.
      expect(text, format).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
      expect(text, format).not.toMatch(/\p{Surrogate}/u);
      expect(text.length, format).toBeGreaterThan(200);
    }
    for (const format of ['text', 'github', 'markdown', 'html'] as const)
      expect(print(format, hostileReport), format).not.toMatch(/[\u202a-\u202e]/u);
  });
});

describe.skipIf(!hasSchemas)('formats with a schema (../shared/schemas)', () => {
  it.each(both)('SARIF is valid against the OASIS schema: %s', (_name, report) => {
    const Ajv04 = Ajv04Module.default;
    const ajv = new Ajv04({ strict: false, allErrors: true });
    addFormatsModule.default(ajv);
    const validate = ajv.compile(
      JSON.parse(readFileSync(join(schemas, 'sarif-schema-2.1.0.json'), 'utf8')) as object,
    );
    const log = JSON.parse(print('sarif', report)) as {
      runs: {
        results: { ruleIndex: number; ruleId: string }[];
        tool: { driver: { rules: { id: string }[] } };
      }[];
    };

    expect(validate(log), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    for (const run of log.runs)
      for (const result of run.results)
        expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
  });

  it.each(both)('JUnit is valid for the strict readers: %s', async (_name, report) => {
    for (const schema of ['junit-jenkins-10.xsd', 'junit-ant.xsd']) {
      const result = await validateXML({
        xml: [{ fileName: 'report.xml', contents: print('junit', report) }],
        schema: [readFileSync(join(schemas, schema), 'utf8')],
      });

      expect(
        result.errors.map(({ message }) => message),
        schema,
      ).toEqual([]);
    }
  });
});

describe('formats for other tools', () => {
  it('rdjson and GitLab’s report have the fields that their readers need', () => {
    const position = {
      type: 'object',
      required: ['line'],
      properties: { line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } },
    };
    const range = {
      type: 'object',
      required: ['start', 'end'],
      properties: { start: position, end: position },
    };
    const rdjson = {
      type: 'object',
      required: ['diagnostics', 'source'],
      additionalProperties: false,
      properties: {
        source: { type: 'object', required: ['name'] },
        severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
        diagnostics: {
          type: 'array',
          items: {
            type: 'object',
            required: ['message', 'location'],
            additionalProperties: false,
            properties: {
              message: { type: 'string' },
              severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
              code: { type: 'object', required: ['value', 'url'] },
              location: {
                type: 'object',
                required: ['path'],
                properties: { path: { type: 'string' }, range },
              },
              suggestions: {
                type: 'array',
                items: { type: 'object', required: ['range', 'text'], properties: { range } },
              },
            },
          },
        },
      },
    };
    // GitLab's own schema asks for a description, a fingerprint, a severity and a location, and allows everything else.
    const gitlab = {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
        properties: {
          description: { type: 'string' },
          check_name: { enum: ruleIds },
          fingerprint: { type: 'string', pattern: '^[0-9a-f]{40}$' },
          severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
          location: {
            type: 'object',
            required: ['path', 'lines'],
            properties: {
              path: { type: 'string', pattern: '^(?!\\./)' },
              lines: {
                type: 'object',
                required: ['begin'],
                properties: { begin: { type: 'integer', minimum: 1 } },
              },
            },
          },
        },
      },
    };
    const ajv = new Ajv();
    for (const [format, schema] of [
      ['rdjson', rdjson],
      ['gitlab', gitlab],
    ] as const) {
      const validate = ajv.compile(schema);
      for (const [, report] of both)
        expect(validate(JSON.parse(print(format, report))), JSON.stringify(validate.errors)).toBe(true);
    }
    const fingerprints = (JSON.parse(print('gitlab', hostileReport)) as { fingerprint: string }[]).map(
      ({ fingerprint }) => fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  it('rdjson is read by a validator of the format, to the letter', async () => {
    const validator = new RDFormatValidator({ strictMode: true });
    for (const [name, report] of both) {
      const text = print('rdjson', report);
      const { valid, errors, warnings = [] } = await validator.validateString(text);
      // An empty report is unusual for the validator, but people want it.
      const told = warnings.filter(({ code }) => name !== 'empty' || !/EMPTY/u.test(code));
      expect({ name, valid, errors, told }).toEqual({ name, valid: true, errors: [], told: [] });
    }
    const wrong = print('rdjson', hostileReport).replace(/"ERROR"/u, '"GRAVE"');
    expect((await validator.validateString(wrong)).valid).toBe(false);
  });

  it('rdjson counts bytes, SARIF and GitHub count characters', async () => {
    const report = await reportOf({ 'README.md': '# Ü\n\nÜber 🎉 [x](README.mdx)\n' });
    const [diagnostic] = (JSON.parse(print('rdjson', report)) as { diagnostics: { location: unknown }[] })
      .diagnostics;

    expect(diagnostic?.location).toEqual({
      path: 'README.md',
      range: { start: { line: 3, column: 16 }, end: { line: 3, column: 26 } },
    });
    expect(print('github', report)).toContain('line=3,endLine=3,col=13,endColumn=23');
  });

  it('GitHub gets ten annotations at most, the new and grave ones first, each on a separate line', async () => {
    const many = await reportOf({
      'README.md': `# T\n\n[app](https://app.gitbook.com/s/x/y)\n${'[x](gone.md)\n'.repeat(30)}`,
    });
    const mixed = {
      ...many,
      findings: many.findings.map((finding, index) => ({ ...finding, isNew: index === 25 })),
    };
    const lines = print('github', mixed).trimEnd().split('\n');

    expect(lines).toHaveLength(10);
    expect(lines[0]).toContain(`line=${mixed.findings[25]?.span?.line ?? 0},`);
    expect(lines[9]).toBe("::notice title=Links::And 22 more findings: see the step's summary.");
    for (const line of print('github', hostileReport).trimEnd().split('\n'))
      expect(line).toMatch(
        /^::(?:error|warning|notice) (?:file=[^:,]+,(?:line=\d+,endLine=\d+,col=\d+,endColumn=\d+,)?)?title=[A-Za-z-]+(?: \(known\))?::[^\r\n]*$/u,
      );
    expect(print('github', emptyReport)).toBe('');
  });

  it('known findings fail nothing: a notice, a skipped case, and left out where only new ones are wanted', async () => {
    const files = { 'README.md': '# T\n\n[x](gone.md)\n' };
    const report = await checkLinks({ tree: aTree(files), spaces: [{ path: '' }], base: aTree(files) });
    const listed = onlyNewFindings(report);

    expect(print('github', report)).toMatch(/^::notice file=README\.md,.*title=broken-page \(known\)::/u);
    expect(print('junit', report)).toMatch(
      / failures="0" errors="0" skipped="1"[\s\S]*<skipped><\/skipped>/u,
    );
    expect(print('rdjson', report)).toContain('"severity": "INFO"');
    expect(print('github', listed)).toBe('');
    for (const format of ['text', 'markdown', 'html'] as const) {
      expect(print(format, listed), format).toContain('No new broken links');
      expect(print(format, listed), format).toContain('1 known finding left out');
      expect(print(format, listed), format).not.toContain('gone.md');
    }
    expect(print('html', report)).toContain('New since the base');
    expect(print('html', hostileReport)).not.toContain('New since the base');
  });

  it('a page that only the service knows is named in words, never as a file', async () => {
    const [finding] = hostileReport.findings;
    const address = 'https://app.example.com/s/x/p';
    const report: LinkReport = {
      ...hostileReport,
      findings: [{ ...finding!, path: address, isFile: false, span: null, sources: ['service'] }],
    };

    expect(print('github', report)).toMatch(/^::\w+ title=[\w-]+::https:\/\/app\.example\.com/u);
    const { runs } = JSON.parse(print('sarif', report)) as { runs: { results: { locations: object[] }[] }[] };
    expect(runs[0]?.results[0]?.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: address, kind: 'resource' }] },
    ]);
    expect(print('rdjson', report)).not.toContain('location');
  });

  it('every format that offers changes offers those that --fix would write, and they do the same to the file', async () => {
    const long = 'Ä ö ü 😀 words '.repeat(30);
    const files: Record<string, string> = {
      'SUMMARY.md': '* [T](README.md)\n* [Next](<the (next) page.md>)\n* [More](more&less.md)\n',
      'README.md':
        `# T\n\n${long}[a](<THE (next) page.md>) ${long}[b](More&less.md#x)\r\n\n` +
        `${long}<a href="MORE&#x26;less.md">c</a> [d](the%20%28next%29%20Page.md) [e](neer.md)\n`,
      'the (next) page.md': '# N\n',
      'more&less.md': '# M\n\n## X\n',
      'near.md': '# Near\n',
    };
    const report = await reportOf(files);
    const text = files['README.md'] ?? '';
    const mended = fixFile('README.md', text, report.findings);
    const printed = (format: ReportFormat): unknown =>
      JSON.parse(reporters[format](report, { ...options, textOf: (path) => files[path] ?? null }));

    const { diagnostics } = printed('rdjson') as { diagnostics: RdDiagnostic[] };
    const byBytes = diagnostics.flatMap(({ location, suggestions = [] }) =>
      location.path === 'README.md' ? suggestions : [],
    );
    expect(
      applied(
        text,
        byBytes.map((change) => bytesOf(text, change)),
      ),
    ).toBe(mended?.text);

    const { runs } = printed('sarif') as { runs: { results: { fixes?: SarifFix[] }[] }[] };
    const byUnits = runs[0]!.results.flatMap(({ fixes = [] }) =>
      fixes.flatMap(({ artifactChanges }) => artifactChanges.flatMap(({ replacements }) => replacements)),
    );
    expect(
      applied(
        text,
        byUnits.map((change) => unitsOf(text, change)),
      ),
    ).toBe(mended?.text);
    expect(mended?.fixed.length).toBe(4);
    expect(byBytes).toHaveLength(4);
  });

  it('SARIF has the fingerprint that code scanning gives a line, whatever its line ends', () => {
    // Values that the service's own action computes for these texts.
    expect(lineHashes('')).toEqual(['c129715d7a2bc9a3:1']);
    const lines = ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1'];
    expect(lineHashes(' a\nb\n  \t\tc\n d')).toEqual(lines);
    expect(lineHashes(' a\r\nb\r\n  \t\tc\r\n d')).toEqual(lines);
    const twice = lineHashes(`same\n${'x'.repeat(120)}\nsame\n${'x'.repeat(120)}\n`);
    expect(twice[2]).toBe(twice[0]?.replace(/:1$/u, ':2'));
  });

  it('GitHub’s summary stays under its limit by whole rows', async () => {
    const finding = hostileReport.findings[0];
    const huge = {
      ...hostileReport,
      findings:
        finding === undefined
          ? []
          : Array.from({ length: 20_000 }, (_, index) => ({ ...finding, path: `page-${index}.md` })),
    };
    const summary = githubSummary(huge);

    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900 * 1024);
    expect(summary).toMatch(
      /…and [\d,]+ more findings, which this report leaves out because the whole would be too long\.\n$/u,
    );
    expect(summary).not.toMatch(/\|[^|\n]*$/u);
  });

  it('checkstyle is well-formed XML with every finding', async () => {
    const text = print('checkstyle', hostileReport);

    const result = await validateXML({
      xml: [{ fileName: 'r.xml', contents: text }],
      schema: [
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="checkstyle"><xs:complexType><xs:sequence><xs:element name="file" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="error" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="line" type="xs:positiveInteger"/><xs:attribute name="column" type="xs:positiveInteger"/><xs:attribute name="severity" type="xs:string"/><xs:attribute name="message" type="xs:string"/><xs:attribute name="source" type="xs:string"/></xs:complexType></xs:element></xs:sequence><xs:attribute name="name" type="xs:string"/></xs:complexType></xs:element></xs:sequence><xs:attribute name="version" type="xs:string"/></xs:complexType></xs:element></xs:schema>',
      ],
    });
    expect(result.errors.map(({ message }) => message)).toEqual([]);
    expect(text.match(/<error /gu)).toHaveLength(hostileReport.findings.length);
  });

  it('markdown lets no text of strangers become markup', () => {
    const reading = parseMarkdown(print('markdown', hostileReport));
    const kinds = new Set<string>();
    const walk = (node: { type: string; children?: unknown[]; value?: string }): void => {
      kinds.add(node.type === 'html' ? `html ${node.value ?? ''}` : node.type);
      for (const child of node.children ?? []) walk(child as { type: string });
    };
    if (reading.outcome === 'parsed') walk(reading.tree);

    expect([...kinds].sort()).toEqual([
      'heading',
      'inlineCode',
      'list',
      'listItem',
      'paragraph',
      'root',
      'strong',
      'table',
      'tableCell',
      'tableRow',
      'text',
    ]);
  });
});

describe('the page', () => {
  it.each(both)('is valid HTML that requests nothing and runs nothing: %s', async (_name, report) => {
    const page = print('html', report);
    const result = await new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        'no-inline-style': 'error',
        'long-title': 'off',
        'no-trailing-whitespace': 'off',
        'prefer-native-element': 'off',
      },
    }).validateString(page);

    expect(
      result.results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
    ).toEqual([]);
    expect(page).not.toMatch(/<script|\son\w+=|(?:src|srcset)=|url\(|@import|<link/iu);
  });
});

describe('the text report', () => {
  it('shows the place, the line, a mark under the target, and what may be meant', async () => {
    const report = await reportOf({
      ...aSoundRepository(),
      'guide/with space.md': '# Spaced\n\nÜber 界 [this](../guide/strat.md)!\n',
    });

    expect(print('text', report).split('\n').slice(0, 5)).toEqual([
      'guide/with space.md  Spaced',
      '  3:15     error    guide/strat.md does not exist (../guide/strat.md)  broken-page',
      '    3 | Über 界 [this](../guide/strat.md)!',
      '      |                ^^^^^^^^^^^^^^^^^',
      '    did you mean start.md?',
    ]);
  });
});

describe('the text report in a narrow terminal', () => {
  it('keeps the target in sight and its mark under it, within the columns that there are', async () => {
    const long = 'Words and more words before it, as people write them in one long line of a paragraph, ';
    const report = await reportOf({
      ...aSoundRepository(),
      'guide/with space.md': `# Spaced\n\n${long}[this](../guide/strat.md) and words after it, too, for a while.\n\n[that](${'very-'.repeat(40)}long.md)\n`,
    });
    for (const columns of [50, 60, 80, 120]) {
      const text = reporters.text(report, { ...options, columns });
      const lines = text.split('\n');
      const frames = lines.flatMap((line, at) =>
        /^ +\d+ \| /u.test(line) ? [[line, lines[at + 1] ?? '']] : [],
      );

      expect(frames).toHaveLength(2);
      for (const [line = '', marks = ''] of frames) {
        expect(line.length).toBeLessThanOrEqual(columns);
        const from = marks.indexOf('^');
        const marked = line.slice(from, marks.lastIndexOf('^') + 1);
        expect(line.slice(from - 2, from)).toBe('](');
        expect(marked === '../guide/strat.md' || /^very-.*…$/u.test(marked), marked).toBe(true);
      }
      expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
    }
  });
});

describe('the rules', () => {
  it('are printed in docs/rules/links.md as they are', () => {
    expect(readFileSync(join(packageRoot(), 'docs', 'rules', 'links.md'), 'utf8')).toBe(rulesPage());
  });
});

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all changes made, from the last one to the first. */
function applied(text: string, changes: readonly Change[]): string {
  return [...changes]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (whole, { start, end, text: written }) => whole.slice(0, start) + written + whole.slice(end),
      text,
    );
}

interface RdPlace {
  readonly line: number;
  readonly column: number;
}
interface RdSuggestion {
  readonly range: { readonly start: RdPlace; readonly end: RdPlace };
  readonly text: string;
}
interface RdDiagnostic {
  readonly location: { readonly path: string };
  readonly suggestions?: readonly RdSuggestion[];
}

/** A change whose columns count bytes from 1. */
function bytesOf(text: string, { range, text: written }: RdSuggestion): Change {
  const lines = text.split('\n');
  const at = ({ line, column }: RdPlace): number => {
    const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    return (
      before +
      Buffer.from(lines[line - 1] ?? '')
        .subarray(0, column - 1)
        .toString().length
    );
  };
  return { start: at(range.start), end: at(range.end), text: written };
}

interface SarifReplacement {
  readonly deletedRegion: {
    readonly startLine: number;
    readonly startColumn: number;
    readonly endLine: number;
    readonly endColumn: number;
  };
  readonly insertedContent: { readonly text: string };
}
interface SarifFix {
  readonly artifactChanges: readonly { readonly replacements: readonly SarifReplacement[] }[];
}

/** A change whose columns count UTF-16 units from 1. */
function unitsOf(text: string, { deletedRegion, insertedContent }: SarifReplacement): Change {
  const starts = [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  const { startLine, startColumn, endLine, endColumn } = deletedRegion;
  return {
    start: (starts[startLine - 1] ?? 0) + startColumn - 1,
    end: (starts[endLine - 1] ?? 0) + endColumn - 1,
    text: insertedContent.text,
  };
}
