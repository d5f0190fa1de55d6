import {
  CodeActionKind,
  DiagnosticSeverity,
  type CodeAction,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { fixFile } from '../links/fix.ts';
import type { Finding } from '../links/finding.ts';
import { helpUri, type Level } from '../links/rules.ts';

const severities: Readonly<Record<Level, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

export const fixAllKind = `${CodeActionKind.SourceFixAll}.tidemark`;

/** A finding as an editor shows it. */
export function diagnosticOf(finding: Finding, document: TextDocument): Diagnostic {
  const { rule, level, message, suggestion } = finding;
  return {
    range: rangeOf(finding, document),
    severity: severities[level],
    code: rule,
    codeDescription: { href: helpUri(rule) },
    source: 'tidemark',
    message: suggestion === null ? message : `${message}. Did you mean ${suggestion.target}?`,
  };
}

function rangeOf({ span }: Finding, document: TextDocument): Range {
  return span === null
    ? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
    : { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

/** The corrections that are certain: of each finding in a range, and of all findings in the file. */
export function actionsFor(
  findings: readonly Finding[],
  { uri, document, range, path }: { uri: string; document: TextDocument; range: Range; path: string },
): CodeAction[] {
  const safe = findings.filter(({ suggestion }) => suggestion?.safe === true);
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const here = safe.filter(({ span }) => span !== null && span.start <= to && from <= span.end);
  const editOf = (some: readonly Finding[]): CodeAction['edit'] | null => {
    const fixed = fixFile(path, document.getText(), some);
    if (fixed === null) return null;
    return { changes: { [uri]: [smallestEdit(document, fixed.text)] } };
  };
  const actions = here.flatMap((finding): CodeAction[] => {
    const edit = editOf([finding]);
    if (edit === null || finding.suggestion === null) return [];
    return [
      {
        title: `Link to ${finding.suggestion.target}`,
        kind: CodeActionKind.QuickFix,
        isPreferred: true,
        diagnostics: [diagnosticOf(finding, document)],
        edit: edit ?? {},
      },
    ];
  });
  const all = safe.length === 0 ? null : editOf(safe);
  return all === null
    ? actions
    : [
        ...actions,
        {
          title: 'Mend every link of this page that has one right target',
          kind: fixAllKind,
          edit: all ?? {},
        },
      ];
}

/** One edit that replaces the part in which a document and its new text differ. */
function smallestEdit(document: TextDocument, after: string): { range: Range; newText: string } {
  const before = document.getText();
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    range: { start: document.positionAt(start), end: document.positionAt(before.length - end) },
    newText: after.slice(start, after.length - end),
  };
}
