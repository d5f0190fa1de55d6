import { operationIds, operations } from './operations/index.ts';
import type { OperationId } from './operations/index.ts';

export interface OperationMatch {
  readonly id: OperationId;
  /** Percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation that a method and a path (without query) mean; null when there is none. */
export function findOperation(method: string, path: string): OperationMatch | null {
  const steps = path.split('/');
  for (const id of operationIds) {
    const row = operations[id];
    if (row.method !== method.toUpperCase()) continue;
    const params = paramsOf(row.path.split('/'), steps);
    if (params !== null) return { id, params };
  }
  return null;
}

function paramsOf(template: readonly string[], steps: readonly string[]): Record<string, string> | null {
  if (template.length !== steps.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const step = steps[index]!;
    if (!expected.startsWith('{')) {
      if (expected !== step) return null;
      continue;
    }
    const value = decoded(step);
    if (value === null || value === '') return null;
    params[expected.slice(1, -1)] = value;
  }
  return params;
}

function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}

/** Builds the path of an operation. Each value becomes one encoded part of the path; `.` and `..` are refused. */
export function pathOf(id: OperationId, params: Readonly<Record<string, string>>): string {
  return operations[id].path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${id} needs a value for "${name}"`);
    }
    return encodeURIComponent(value);
  });
}
