import type { User } from '../contract/index.ts';
import type { OperationId, ResultOf } from '../contract/index.ts';
import type { OperationInput, Caller, WebParts } from '../service/index.ts';
import type { Form } from './http/forms.ts';
import type { MirrorNote, Mirrors } from './mirrors.ts';
import type { ShownOnce } from './once.ts';
import type { Readers } from './readers.ts';
import type { SentForm } from './sent-form.ts';
import type { DraftWrites } from './writings.ts';

/** One request of somebody who is signed in. */
export interface Visit {
  readonly caller: Caller;
  readonly user: User;
  /** The parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Empty unless a form was sent. */
  readonly form: Form;
  /** The path and the query, to come back to this page. */
  readonly address: string;
  readonly nowMs: number;
  readonly readers: Readers;
  readonly writings: DraftWrites;
  /** What the page after a form shows once. */
  readonly once: ShownOnce;
  readonly parts: WebParts;
  /** The daemon's reports on mirrors in git; undefined where the daemon's address is not known. */
  readonly mirrors: Mirrors | undefined;
  /** Does an operation of the interface with this person's rights. */
  call<Id extends OperationId>(id: Id, asked: OperationInput<Id>): Promise<ResultOf<Id>>;
}

/** A page to show: the name of its template and the template's data. */
export interface View {
  readonly template: string;
  readonly title: string;
  readonly data: object;
  readonly status?: number;
  /** The template that answers alone where a script asks for a part (`?part`) of this page. */
  readonly alone?: string;
  /** The address of the events that say when this page is out of date. */
  readonly live?: string;
  /** The form that the page shows as it was sent. */
  readonly sent?: SentForm;
  /** The way from home to this page. */
  readonly crumbs?: readonly Breadcrumb[];
  /** The tab of a space that this page belongs to, when it belongs to a space. */
  readonly space?: SpaceFrame;
  readonly wide?: boolean;
  /** Whether the page has a text field that the editor replaces. */
  readonly withEditor?: true;
  /** The texts that the browser may keep of the shown page, and offers to its writer. */
  readonly kept?: KeptTexts;
  /** Whether the page shows a published site, in a frame that follows a form. */
  readonly withLook?: true;
  /** Whether the page has a tree in which pages may be moved. */
  readonly withTree?: true;
}

/** Which of the texts that a browser keeps until they are saved belong to a page. */
export interface KeptTexts {
  readonly user: string;
  readonly space: string;
  /** Absent where nobody knows which page was at an address; the path tells then. */
  readonly page?: string;
  readonly path?: string;
  /** The editor whose text goes into a new change request; absent where the page has no such editor. */
  readonly anew?: string;
}

export interface Breadcrumb {
  readonly title: string;
  readonly href: string;
}

/** The frame around every page of a space. */
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
  | {
      readonly redirect: string;
      readonly notice?: string;
      /** Whether the notice tells of something that somebody still has to do, rather than of a success. */
      readonly isWarning?: boolean;
    }
  /** An address of the service, for something that the app does not have. */
  | { readonly elsewhere: string }
  /** Bytes to download under a name. */
  | { readonly download: Uint8Array; readonly name: string; readonly type: string }
  /** HTML that a script puts into a page. */
  | { readonly part: string }
  /** The data with which a script goes on. */
  | { readonly json: object };

export type ShowScreen = (visit: Visit) => Promise<Outcome>;

/** A request of somebody who is not signed in. */
export interface SignedOutVisit {
  readonly params: Readonly<Record<string, string>>;
  /** Empty unless a form was sent. */
  readonly form: Form;
  /** The path and the query, to come back to this page. */
  readonly address: string;
  readonly parts: WebParts;
}

/** What somebody who is not signed in gets: a page, or the next page in a session that began. */
export type SignedOutOutcome =
  View | { readonly session: string; readonly redirect: string; readonly notice: string };

/** One address of the app. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly show: ShowScreen;
  /** Without this function, somebody who is not signed in goes to the sign-in page. */
  readonly stranger?: (visit: SignedOutVisit) => Promise<SignedOutOutcome>;
}

/** A field of the form that was sent; empty when the form does not have it. */
export function field({ form }: Visit, name: string): string {
  return form.fields.get(name) ?? '';
}

/** A name in the path. */
export function param({ params }: Visit, name: string): string {
  return params[name] ?? '';
}
