import type { User } from '../contract/index.ts';
import type { OperationId, ResultOf } from '../contract/index.ts';
import type { Asked, Caller, WebParts } from '../service/index.ts';
import type { Form } from './http/forms.ts';
import type { MirrorNote, Mirrors } from './mirrors.ts';
import type { Readers } from './readers.ts';
import type { Writings } from './writings.ts';

/** One request of somebody who is signed in. */
export interface Visit {
  readonly caller: Caller;
  readonly user: User;
  /** The parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Empty unless a form was sent. */
  readonly form: Form;
  /** The path and the query, to come back to. */
  readonly address: string;
  readonly nowMs: number;
  readonly readers: Readers;
  readonly writings: Writings;
  readonly parts: WebParts;
  /** Of the daemon that mirrors the spaces into git; undefined where its address is not known. */
  readonly mirrors: Mirrors | undefined;
  /** Does an operation of the interface with this person's rights. */
  call<Id extends OperationId>(id: Id, asked: Asked<Id>): Promise<ResultOf<Id>>;
}

/** A page to show: a template's name and what it says. */
export interface View {
  readonly template: string;
  readonly title: string;
  readonly data: object;
  readonly status?: number;
  /** The template that is answered alone where a script asks for a part (`?part`) of this page. */
  readonly alone?: string;
  /** Where the page hears that what it shows has changed. */
  readonly live?: string;
  /** The way from home to this page. */
  readonly crumbs?: readonly Crumb[];
  /** Which tab of a space this page is under, when it is in one. */
  readonly space?: SpaceFrame;
  readonly wide?: boolean;
  /** Whether the page has a text field that the editor takes the place of. */
  readonly withEditor?: true;
  /** Whether the page shows a published site, in a frame that follows a form. */
  readonly withLook?: true;
  /** Whether the page has a tree in which pages may be moved. */
  readonly withTree?: true;
}

export interface Crumb {
  readonly title: string;
  readonly href: string;
}

/** What stands around every page of a space. */
export interface SpaceFrame {
  readonly id: string;
  readonly title: string;
  readonly emoji: string;
  readonly tab: string;
  readonly mirror?: MirrorNote;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: string;
    readonly href: string;
    readonly count?: number;
  }[];
}

/** What a handler of the app answers with. */
export type Outcome =
  | View
  | { readonly redirect: string; readonly notice?: string }
  /** An address at the service, for what the app does not have. */
  | { readonly elsewhere: string }
  /** Bytes to keep under a name. */
  | { readonly download: Uint8Array; readonly name: string; readonly type: string }
  /** HTML that a script puts into a page. */
  | { readonly part: string }
  /** What a script goes on with. */
  | { readonly json: object };

export type Show = (visit: Visit) => Promise<Outcome>;

/** A request of somebody who is not signed in. */
export interface StrangerVisit {
  readonly params: Readonly<Record<string, string>>;
  /** Empty unless a form was sent. */
  readonly form: Form;
  /** The path and the query, to come back to. */
  readonly address: string;
  readonly parts: WebParts;
}

/** What somebody who is not signed in sees: a page, or the way on in a session that began. */
export type StrangerOutcome =
  View | { readonly session: string; readonly redirect: string; readonly notice: string };

/** One address of the app. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly show: Show;
  /** Who is not signed in goes to the sign-in page, unless this says otherwise. */
  readonly stranger?: (visit: StrangerVisit) => Promise<StrangerOutcome>;
}

/** A field of the form that was sent; empty when it is not there. */
export function field({ form }: Visit, name: string): string {
  return form.fields.get(name) ?? '';
}

/** A name in the path. */
export function param({ params }: Visit, name: string): string {
  return params[name] ?? '';
}
