/**
 * The properties of a service that sync relies on, in the order in which they are tried. `relies` says why; `else` says what a
 * sync does without the property.
 */
export const properties = {
  made: {
    title: 'What was just made is there',
    relies: 'A sync reads what it has just made, and finds it again by its subject.',
    else: 'A sync waits for it, up to push.lag; what takes longer is left to the next sync.',
  },
  reads: {
    title: 'A read shows the write before it',
    relies: 'A sync reads back what it wrote, and goes on from there.',
    else: 'A sync waits for its own writes, up to push.lag; what takes longer is left to the next sync.',
  },
  revisions: {
    title: 'Each write has a revision',
    relies: 'Revisions tell a sync what is new, and whose write it sees.',
    else: 'A sync cannot tell its own writes from those of others: do not write to this service.',
  },
  writing: {
    title: 'Edits can be written',
    relies: 'Edits become change requests by content changes, or by an import.',
    else: 'The mirror works; edits stay in the files, and `tidemark todo` says what to enter by hand.',
  },
  identities: {
    title: 'A page that is written over stays itself',
    relies: 'A page is known by its identity; another one is a copy.',
    else: 'A sync sends no edits to this service; `tidemark todo` says what to enter by hand.',
  },
  others: {
    title: 'Nothing else changes',
    relies: 'A change request says the edits, and nothing else.',
    else: 'Merged change requests change pages that nobody edited: do not write to this service.',
  },
  bytes: {
    title: 'Texts come back byte for byte',
    relies: 'What is read back after a write is the base of the next comparison.',
    else: 'After a merge, files change in ways that nobody edited; look at each change request.',
  },
  names: {
    title: 'A new page has the name of its heading',
    relies: 'The table of contents here and there name pages alike.',
    else: 'The table of contents here keeps the name, and the service has another one.',
  },
  order: {
    title: 'New pages come where they were put',
    relies: 'SUMMARY.md says the order, and which page lies below which.',
    else: 'New pages come to another place; `tidemark todo` says where to move them by hand.',
  },
  files: {
    title: 'Files keep their bytes',
    relies: 'Images and other files are carried as they are.',
    else: 'Images and other files are not sent whole: add them by hand.',
  },
  moves: {
    title: 'Pages can be moved and deleted',
    relies: 'Moves and deletions of files become moves and deletions of pages.',
    else: 'They stay local; `tidemark todo` says what to move and delete by hand.',
  },
  imports: {
    title: 'An import is fetched from here',
    relies: 'A service without content changes fetches an archive of the edits.',
    else: 'Edits go by other ways where there are any; new pages go alone, and files and places do not go.',
  },
  merges: {
    title: 'A merge brings the edits',
    relies: 'A merged change request is in its space, with the same pages.',
    else: 'Merged edits are taken for new ones, or for lost ones: do not write to this service.',
  },
  archives: {
    title: 'A change request can be put aside',
    relies: 'A sync archives its own helpers, and what holds nothing any more.',
    else: 'Change requests that nobody needs stay in the list of drafts.',
  },
} as const;

export type Property = keyof typeof properties;

export type State = 'pass' | 'fail' | 'not possible';

/** What was found of one property. */
export interface Finding {
  readonly property: Property;
  readonly title: string;
  readonly state: State;
  /** What the trial saw. */
  readonly found: string;
  /** What the finding means for a sync. */
  readonly means: string;
}

/** Collects findings; of several findings about one property, the worst counts, and among equally bad ones the first. */
export class Findings {
  readonly #found = new Map<Property, { readonly state: State; readonly found: string }>();

  pass(property: Property, found: string): void {
    this.#note(property, 'pass', found);
  }

  fail(property: Property, found: string): void {
    this.#note(property, 'fail', found);
  }

  /** Notes that a property was not tried, or cannot be tried on this service. */
  cannot(property: Property, found: string): void {
    this.#note(property, 'not possible', found);
  }

  /** Notes one of two findings by `doHold`: `yes` or `no` says what was seen. */
  holds(property: Property, doesHold: boolean, { yes, no }: { yes: string; no: string }): void {
    if (doesHold) this.pass(property, yes);
    else this.fail(property, no);
  }

  knows(property: Property): boolean {
    return this.#found.has(property);
  }

  failed(property: Property): boolean {
    return this.#found.get(property)?.state === 'fail';
  }

  /** All properties; a property without a finding was not reached, for the reason `why`. */
  rows(why: string): Finding[] {
    return (Object.keys(properties) as Property[]).map((property) => {
      const { state, found } = this.#found.get(property) ?? { state: 'not possible', found: why };
      const { title, relies, else: otherwise } = properties[property];
      return { property, title, state, found, means: state === 'pass' ? relies : otherwise };
    });
  }

  #note(property: Property, state: State, found: string): void {
    const rank: readonly State[] = ['pass', 'not possible', 'fail'];
    const before = this.#found.get(property);
    if (before === undefined || rank.indexOf(before.state) < rank.indexOf(state))
      this.#found.set(property, { state, found });
  }
}
