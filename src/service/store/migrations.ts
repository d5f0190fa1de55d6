import { AppError } from '../../base/index.ts';
import type { Database } from '../../database/index.ts';

/** One step forward of the database's shape. `id` never changes after a release; there are no steps back. */
export interface Migration {
  /** Resource and number, e.g. `spaces/1`. */
  readonly id: string;
  readonly sql: string;
}

/**
 * Brings a database to the present shape, all steps in one transaction. A database with steps that this version does not know was written
 * by a newer version, and is refused unchanged.
 */
export function migrate(database: Database, migrations: readonly Migration[], now: string): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
  );
  const applied = new Set(
    (database.prepare('SELECT id FROM migrations').all() as { id: string }[]).map((row) => row.id),
  );
  const known = new Set(migrations.map((migration) => migration.id));
  const foreign = [...applied].filter((id) => !known.has(id));
  if (foreign.length > 0) {
    throw new AppError(
      'FILE_SYSTEM',
      `The database has steps that this version does not know: ${foreign.join(', ')}.`,
      {
        hint: 'It was written by a newer Tidemark: start that version, or choose another --data directory.',
      },
    );
  }
  const pending = migrations.filter((migration) => !applied.has(migration.id));
  if (pending.length === 0) return;
  const insert = database.prepare('INSERT INTO migrations (id, applied_at) VALUES (?, ?)');
  database.transaction(() => {
    for (const { id, sql } of pending) {
      database.exec(sql);
      insert.run(id, now);
    }
  });
}
