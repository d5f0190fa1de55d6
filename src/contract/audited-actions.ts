import { isOperationId, operations } from './operations/index.ts';
import type { OperationId } from './operations/index.ts';

/** What people do that is recorded and belongs to no operation of the interface, in words. */
const otherActions = { signInThroughProvider: 'signed in through an identity provider' } as const;

/** The action of an audit event. */
export type AuditedAction = OperationId | keyof typeof otherActions;

/** What a person did, as the end of a sentence that begins with the person. Events of other versions may have actions without words. */
export function actionInWords(action: string): string {
  const words = isOperationId(action) ? operations[action].done : otherWords(action);
  return words ?? `did something for which this version has no words (${action})`;
}

function otherWords(action: string): string | null {
  return Object.hasOwn(otherActions, action) ? otherActions[action as keyof typeof otherActions] : null;
}
