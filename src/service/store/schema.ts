import { accessMigrations } from '../access/index.ts';
import { objectMigrations } from '../content/objects.ts';
import { revisionMigrations } from '../content/revisions.ts';
import { changeRequestMigrations } from '../change-requests/migrations.ts';
import { spaceMigrations } from '../spaces/migrations.ts';
import { tokenMigrations } from '../tokens/migrations.ts';
import type { Migration } from './migrations.ts';

/** Every step of the database's shape, by resource. Tables may refer to ones of later steps. */
export const migrations: readonly Migration[] = [
  ...accessMigrations,
  ...tokenMigrations,
  ...objectMigrations,
  ...spaceMigrations,
  ...revisionMigrations,
  ...changeRequestMigrations,
];
