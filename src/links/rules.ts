/** The gravity of a finding. `off` silences a rule. */
export type Level = 'error' | 'warning' | 'note';
export type RuleLevel = Level | 'off';

export interface Rule {
  level: RuleLevel;
  /** One line, for lists of rules. */
  title: string;
  /** What a finding means and what to do, in a sentence or two. */
  help: string;
  /** Whether `--fix` may correct a finding when the right target is certain. */
  fixable: boolean;
}

/**
 * Every rule of the link check. `docs/rules/links.md` is printed from this table, and reports read it.
 * Callers may change the levels.
 */
export const rules = {
  'broken-page': {
    level: 'error',
    title: 'A link leads to a page that does not exist',
    help: 'Correct the path, or add the page. Paths are relative to the file that holds the link.',
    fixable: true,
  },
  'broken-file': {
    level: 'error',
    title: 'A link or image leads to a file that does not exist',
    help: 'Add the file under .gitbook/assets, or correct the path.',
    fixable: true,
  },
  'broken-anchor': {
    level: 'error',
    title: 'The page exists, but no heading or id in it has this anchor',
    help: 'Use the anchor of a heading of level 2 to 4, or give the heading an id: ## Title <a href="#id" id="id"></a>.',
    fixable: true,
  },
  'broken-space': {
    level: 'error',
    title: 'A link leads to a page that another space does not have',
    help: 'Correct the path behind the space in the link.',
    fixable: false,
  },
  'broken-reusable': {
    level: 'error',
    title: 'An include leads to reusable content that does not exist',
    help: 'Add the file under .gitbook/includes, or correct the path, which is relative to the page.',
    fixable: true,
  },
  'unshown-include': {
    level: 'error',
    title: 'An include leads to a file that it cannot show',
    help: 'Only files under .gitbook/includes are reusable content, and none can be inside itself. Move the text into a file there, or take the include out.',
    fixable: false,
  },
  'broken-openapi': {
    level: 'error',
    title: 'An API block leads to a document that does not exist',
    help: 'Add the OpenAPI document, or correct the path.',
    fixable: true,
  },
  'broken-redirect': {
    level: 'error',
    title: 'A redirect leads to a page that does not exist',
    help: 'Correct the path in .gitbook.yaml, which is relative to the root that this file names.',
    fixable: true,
  },
  'broken-marker': {
    level: 'error',
    title: 'The service wrote a mark of a broken link here',
    help: 'The target was gone when the service exported this page. Put the right target in its place.',
    fixable: false,
  },
  'unreadable-page': {
    level: 'error',
    title: 'A page cannot be read as text, so its links were not checked',
    help: 'Save the page as UTF-8. A page of more than 4 MiB is not read: divide it.',
    fixable: false,
  },
  'unreadable-front-matter': {
    level: 'error',
    title: 'The front matter of a page cannot be read',
    help: 'Nothing in it counts, for example the description or that the page is hidden. Mend the line that the finding names; a value with a colon needs quotes.',
    fixable: false,
  },
  'undefined-reference': {
    level: 'warning',
    title: 'A link names a definition that the page does not have',
    help: 'Readers see the brackets as they are written. Add the definition ([label]: target) to the page, or write the target into the link.',
    fixable: false,
  },
  'empty-target': {
    level: 'warning',
    title: 'A link or image names no target',
    help: 'Write the target between the brackets, or take the link off the text.',
    fixable: false,
  },
  'blank-in-target': {
    level: 'warning',
    title: 'A blank in its address keeps a link or image from working',
    help: 'Readers see the brackets as text. Put the address between < and >, or write %20 for each blank.',
    fixable: false,
  },
  'case-mismatch': {
    level: 'warning',
    title: 'The target exists, but is written with other capitals',
    help: 'Write the path as the file is named: the link breaks where capitals matter.',
    fixable: true,
  },
  'root-relative': {
    level: 'warning',
    title: 'A link begins with a slash',
    help: 'The service follows paths that are relative to the page alone. Write the path from this page to the target.',
    fixable: true,
  },
  'unanchored-heading': {
    level: 'warning',
    title: 'The anchor is that of a heading which publishes none',
    help: 'Only headings of level 2 to 4 can be linked to. Link to the page, or give the heading an id.',
    fixable: false,
  },
  'stolen-id': {
    level: 'warning',
    title: 'A heading carries the id that belongs to another heading',
    help: 'Links to the other heading lead here. Give this heading its own id.',
    fixable: false,
  },
  'duplicate-anchor': {
    level: 'warning',
    title: 'The same id occurs twice in a page',
    help: 'Links lead to the first one. Rename one of them.',
    fixable: false,
  },
  'unlisted-page': {
    level: 'warning',
    title: 'The target is a file, but not a page: SUMMARY.md does not list it',
    help: 'Add the file to SUMMARY.md, or link to a page.',
    fixable: false,
  },
  'local-address': {
    level: 'warning',
    title: 'A link leads to an address that only its writer can reach',
    help: 'Use a public address, or write it as code if it is an example.',
    fixable: false,
  },
  'in-app': {
    level: 'note',
    title: 'A link leads into the app, so readers of the site may not be able to follow it',
    help: 'Link to the published page, or to a page of a space that is mirrored here, which can then be checked. A check of a single folder does not know the spaces beside it, and a checkout of a mirror knows its spaces once it has fetched `refs/tidemark/state` from the git host.',
    fixable: false,
  },
  pending: {
    level: 'warning',
    title: 'The target exists in a change request only',
    help: 'The service drops such a link to plain text until the change request is merged: merge that one first.',
    fixable: false,
  },
  'service-broken': {
    level: 'error',
    title: 'The service says that a link of this page is broken',
    help: 'The local scan cannot tell which one: the target may be deleted, or outside what is mirrored.',
    fixable: false,
  },
  redirected: {
    level: 'note',
    title: 'An external address sends readers elsewhere',
    help: 'Use the address where it ends, if that is still what you mean.',
    fixable: false,
  },
  'external-dead': {
    level: 'warning',
    title: 'An external address does not answer, or answers with an error',
    help: 'Replace or remove it. Redirects are followed up to 20 times. External results fail a build only when asked to.',
    fixable: false,
  },
  'external-refused': {
    level: 'note',
    title: 'An external address is there, but refuses to answer us',
    help: 'It answered 401, 403, 429 or 999: readers may see it. Open it once yourself, or ignore the address.',
    fixable: false,
  },
  'external-anchor': {
    level: 'warning',
    title: 'A page outside has no such anchor',
    help: 'Use an anchor that the page has, or link to the page. Pages outside are read for their anchors with --external-anchors alone.',
    fixable: false,
  },
  'unused-file': {
    level: 'off',
    title: 'No page uses this file',
    help: 'Delete it if nothing outside needs it.',
    fixable: false,
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;

export const ruleIds = Object.keys(rules) as RuleId[];

export function isRule(name: string): name is RuleId {
  return Object.hasOwn(rules, name);
}

/** The address of a rule's help. */
export function helpUri(rule: RuleId): string {
  return `https://github.com/tidemark-docs/tidemark/blob/main/docs/rules/links.md#${rule}`;
}

/** The rules whose results depend on other people's servers. */
export const externalRules: ReadonlySet<RuleId> = new Set([
  'redirected',
  'external-dead',
  'external-refused',
  'external-anchor',
]);
