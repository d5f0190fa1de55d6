import type { BodyOf, OperationId, ParamsOf, QueryOf, ResultOf } from '../contract/index.ts';
import type { Answer } from './answer.ts';
import type { Context } from './context.ts';

/** The checked parts of a request: three bags, never merged into one. */
export interface Input<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
}

type Outcome<Id extends OperationId> = ResultOf<Id> | Answer<ResultOf<Id>>;

/** Does one operation's work at once: it runs inside one transaction, and never waits for anything. */
export type DirectHandler<Id extends OperationId> = (context: Context, input: Input<Id>) => Outcome<Id>;

/**
 * Does the work of an operation that needs something from outside (a download, a rendering): `outside` gets it while no transaction is
 * open, and returns the function that then writes everything in one transaction.
 */
export interface OutsideHandler<Id extends OperationId> {
  outside(context: Context, input: Input<Id>): Promise<(context: Context) => Outcome<Id>>;
}

export type Handler<Id extends OperationId> = DirectHandler<Id> | OutsideHandler<Id>;

/** A handler for each row of the table. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
