import { accessMigrations } from './access/index.ts';
import { auditMigrations } from './audit/index.ts';
import { changeRequestMigrations } from './change-requests/migrations.ts';
import { collectionMigrations } from './collections/migrations.ts';
import { commentMigrations } from './comments/migrations.ts';
import { objectMigrations } from './tree/objects.ts';
import { revisionMigrations } from './content/revisions.ts';
import { customFieldMigrations } from './custom-fields/migrations.ts';
import { integrationMigrations } from './integrations/migrations.ts';
import { inviteMigrations } from './invites/migrations.ts';
import { openapiMigrations } from './openapi/migrations.ts';
import { reviewMigrations } from './reviews/migrations.ts';
import { samlMigrations } from './saml/migrations.ts';
import { searchMigrations } from './search/migrations.ts';
import { sessionMigrations } from './sessions/index.ts';
import { siteMigrations } from './sites/migrations.ts';
import { spaceMigrations } from './spaces/migrations.ts';
import { tokenMigrations } from './tokens/migrations.ts';
import { stateMigrations } from './states.ts';
import { translationMigrations } from './translations/migrations.ts';
import { vaultMigrations } from './store/vault.ts';
import type { Migration } from './store/migrations.ts';

/** Every step of the database's shape, by resource. Tables may refer to tables of later steps. */
export const migrations: readonly Migration[] = [
  ...accessMigrations,
  ...tokenMigrations,
  ...objectMigrations,
  ...spaceMigrations,
  ...revisionMigrations,
  ...changeRequestMigrations,
  ...collectionMigrations,
  ...siteMigrations,
  ...commentMigrations,
  ...reviewMigrations,
  ...customFieldMigrations,
  ...inviteMigrations,
  ...integrationMigrations,
  ...samlMigrations,
  ...openapiMigrations,
  ...translationMigrations,
  ...searchMigrations,
  ...vaultMigrations,
  ...sessionMigrations,
  ...stateMigrations,
  ...auditMigrations,
];
