/** How grave a finding is. `off` keeps a rule silent. */
type Level = 'error' | 'warning' | 'note';
/**
 * Every rule of the link check. `docs/rules/links.md` is printed from this table, and reports read it.
 * Callers may change the levels.
 */
declare const rules: {
    readonly 'broken-page': {
        readonly level: "error";
        readonly title: "A link leads to a page that does not exist";
        readonly help: "Correct the path, or add the page. Paths are relative to the file that holds the link.";
        readonly fixable: true;
    };
    readonly 'broken-file': {
        readonly level: "error";
        readonly title: "A link or image leads to a file that does not exist";
        readonly help: "Add the file under .gitbook/assets, or correct the path.";
        readonly fixable: true;
    };
    readonly 'broken-anchor': {
        readonly level: "error";
        readonly title: "The page exists, but no heading or id in it has this anchor";
        readonly help: "Use the anchor of a heading of level 2 to 4, or give the heading an id: ## Title <a href=\"#id\" id=\"id\"></a>.";
        readonly fixable: true;
    };
    readonly 'broken-space': {
        readonly level: "error";
        readonly title: "A link leads to a page that another space does not have";
        readonly help: "Correct the path behind the space in the link.";
        readonly fixable: false;
    };
    readonly 'broken-reusable': {
        readonly level: "error";
        readonly title: "An include leads to reusable content that does not exist";
        readonly help: "Add the file under .gitbook/includes, or correct the path, which is relative to the page.";
        readonly fixable: true;
    };
    readonly 'broken-openapi': {
        readonly level: "error";
        readonly title: "An API block leads to a document that does not exist";
        readonly help: "Add the OpenAPI document, or correct the path.";
        readonly fixable: true;
    };
    readonly 'broken-marker': {
        readonly level: "error";
        readonly title: "The service wrote a mark of a broken link here";
        readonly help: "The target was gone when the service exported this page. Put the right target in its place.";
        readonly fixable: false;
    };
    readonly 'case-mismatch': {
        readonly level: "warning";
        readonly title: "The target exists, but is written with other capitals";
        readonly help: "Write the path as the file is named: the link breaks where capitals matter.";
        readonly fixable: true;
    };
    readonly 'unanchored-heading': {
        readonly level: "warning";
        readonly title: "The anchor is that of a heading which publishes none";
        readonly help: "Only headings of level 2 to 4 can be linked to. Link to the page, or give the heading an id.";
        readonly fixable: false;
    };
    readonly 'stolen-id': {
        readonly level: "warning";
        readonly title: "A heading carries the id that belongs to another heading";
        readonly help: "Links to the other heading land here. Give this heading an id of its own.";
        readonly fixable: false;
    };
    readonly 'duplicate-anchor': {
        readonly level: "warning";
        readonly title: "The same id stands twice in a page";
        readonly help: "Links lead to the first one. Rename one of them.";
        readonly fixable: false;
    };
    readonly 'unlisted-page': {
        readonly level: "warning";
        readonly title: "The target is a file that SUMMARY.md does not name, so it is no page";
        readonly help: "Add the file to SUMMARY.md, or link to a page.";
        readonly fixable: false;
    };
    readonly 'local-address': {
        readonly level: "warning";
        readonly title: "A link leads to an address that only its writer can reach";
        readonly help: "Use a public address, or write it as code if it is an example.";
        readonly fixable: false;
    };
    readonly 'in-app': {
        readonly level: "note";
        readonly title: "A link leads into the app, so readers of the site may not be able to follow it";
        readonly help: "Link to the published page, or to a page of a space that is mirrored here, which can then be checked.";
        readonly fixable: false;
    };
    readonly pending: {
        readonly level: "warning";
        readonly title: "The target exists in a change request only";
        readonly help: "The service drops such a link to plain text until the change request is merged: merge that one first.";
        readonly fixable: false;
    };
    readonly 'service-broken': {
        readonly level: "error";
        readonly title: "The service says that a link of this page is broken";
        readonly help: "The local scan cannot tell which one: the target may be deleted, or outside what is mirrored.";
        readonly fixable: false;
    };
    readonly redirected: {
        readonly level: "note";
        readonly title: "An external address sends readers elsewhere";
        readonly help: "Use the address where it ends, if that is still what you mean.";
        readonly fixable: false;
    };
    readonly 'external-dead': {
        readonly level: "warning";
        readonly title: "An external address does not answer, or answers with an error";
        readonly help: "Replace or remove it. External results fail a build only when asked to.";
        readonly fixable: false;
    };
    readonly 'unused-file': {
        readonly level: "off";
        readonly title: "No page uses this file";
        readonly help: "Delete it if nothing outside needs it.";
        readonly fixable: false;
    };
};
type RuleId = keyof typeof rules;

/** Another target for a link, and why it is likely the one that was meant. */
interface Suggestion {
    /** As it would be written in the place of the old one. */
    target: string;
    reason: 'capitals' | 'dashes' | 'punctuation' | 'moved' | 'similar';
    /** Certain enough for `--fix`. */
    safe: boolean;
}
/** A place in a file. Lines and columns count from 1, columns and offsets in UTF-16 units. */
interface Span {
    start: number;
    end: number;
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
}
/** One thing that is wrong with one link. */
interface Finding {
    rule: RuleId;
    level: Level;
    message: string;
    /** The file that holds the link, relative to the repository. */
    path: string;
    /** Null when only the service knows of it: then no place is known. */
    span: Span | null;
    /** The target as meant: without escapes. */
    target: string;
    suggestion: Suggestion | null;
    /** The same for the same fault, wherever it moves in its page. */
    fingerprint: string;
    /** Not in the base or the baseline; true when neither was given. */
    isNew: boolean;
    /** The page's title, where it has one. */
    title: string | null;
    /** The line that holds the link, cut to a bearable length. */
    excerpt: string;
    /** How many columns of the line were cut before the excerpt. */
    excerptStart: number;
    sources: readonly ('scan' | 'service' | 'external')[];
}
interface LinkCounts {
    pages: number;
    links: number;
    external: number;
    /** Links whose target cannot be known here (site addresses, expressions). */
    unchecked: number;
}
/** A difference between the service's verdict and the scan's, for `--explain`. */
interface Difference {
    path: string;
    message: string;
}
/** What a check found. */
interface LinkReport {
    findings: readonly Finding[];
    counts: LinkCounts;
    /** Findings that the ignore list took away, and its entries that matched nothing. */
    ignored: number;
    staleIgnores: readonly string[];
    /** Fingerprints of the baseline that are gone: it can be written anew. */
    fixedSinceBase: number;
    differences: readonly Difference[];
    /** What the service counts over the spaces that it reports on; null when it was not asked. */
    service: {
        links: number;
        broken: number;
        /** Broken by the change request that was asked about; null without one, or when the service does not count that. */
        changeRequestBroken: number | null;
        /** Spaces without a report: the scan decided alone there. */
        withoutReport: readonly string[];
    } | null;
    /** What could not be checked; not empty means that the result is incomplete. */
    problems: readonly string[];
    /** How many of the problems are addresses of other hosts, which fail nothing unless asked for. */
    unansweredAddresses: number;
}

interface LinkOptions {
    /** A folder of markdown: a mirror, a space, or any other. */
    readonly folder: string;
    /** Findings to leave out, as `links.ignore` of the configuration has them. */
    readonly ignore?: readonly string[];
}
/** Checks the links of a folder by its files alone: no network is asked. */
declare function checkLinks({ folder, ignore }: LinkOptions): Promise<LinkReport>;

export { checkLinks };
export type { Finding, LinkOptions, LinkReport };
