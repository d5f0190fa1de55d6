import type { Migration, Store } from './store/index.ts';

/** `access`: who may see which spaces, and their order. `content`: the primary content of all spaces. */
export type StateName = 'access' | 'content';

/** The writes that lead to another state; an update counts only when it sets one of these columns. */
const writes: readonly { state: StateName; table: string; columns?: string }[] = [
  { state: 'access', table: 'members' },
  { state: 'access', table: 'grants' },
  { state: 'access', table: 'team_members' },
  { state: 'access', table: 'collections', columns: 'organization, parent, default_level' },
  {
    state: 'access',
    table: 'spaces',
    columns: 'organization, parent, position, default_level, visibility, deleted_at',
  },
  { state: 'content', table: 'spaces', columns: 'organization, revision, deleted_at' },
];

/**
 * The names of states that change seldom. The database itself gives a new random name with each write that matters, so that no name ever
 * repeats: not after a rolled-back write, and not after a restart.
 */
export const stateMigrations: readonly Migration[] = [
  {
    id: 'states/1',
    sql: `
CREATE TABLE states (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO states VALUES ('access', hex(randomblob(10))), ('content', hex(randomblob(10)));
${writes.flatMap(triggersOf).join('\n')}
`,
  },
];

function triggersOf({ state, table, columns }: (typeof writes)[number]): string[] {
  const events = ['INSERT', 'DELETE', columns === undefined ? 'UPDATE' : `UPDATE OF ${columns}`];
  return events.map(
    (
      event,
    ) => `CREATE TRIGGER ${state}_by_${table}_${event.slice(0, 6).toLowerCase()} AFTER ${event} ON ${table}
BEGIN UPDATE states SET state = hex(randomblob(10)) WHERE name = '${state}'; END;`,
  );
}

/** A name for a state: results that were computed from the state stay valid as long as the name is the same, whatever else is written. */
export function stateOf({ store }: { readonly store: Store }, name: StateName): string {
  return store.get<{ state: string }>('SELECT state FROM states WHERE name = ?', name)!.state;
}
