import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/client/index.ts';
import type { Client } from '../../src/client/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { createInjectTransport } from '../../src/http/index.ts';
import {
  createOrganization,
  createService,
  createToken,
  databaseName,
  ensureUser,
  hashOfAllRows,
  revokeToken,
  setMember,
} from '../../src/service/index.ts';
import type { EmbeddedService } from '../../src/service/index.ts';

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** Every kind of credentials. `stranger` administers another organization. */
export type Credential =
  (typeof roles)[number] | 'guest' | 'stranger' | 'none' | 'malformed' | 'wrong' | 'expired' | 'revoked';

export const refusedCredentials: readonly Credential[] = ['none', 'malformed', 'wrong', 'expired', 'revoked'];
export const credentials: readonly Credential[] = [...refusedCredentials, ...roles, 'guest', 'stranger'];

/** Ids of one object of each kind, by the name of the path parameter that takes it. */
export type Ids = Readonly<Record<string, string>>;

export interface World {
  readonly ids: Ids;
  /** The same kinds in the other organization. */
  readonly foreign: Ids;
  readonly deletedSpace: string;
  readonly authorization: Readonly<Record<Credential, string | undefined>>;
  readonly service: EmbeddedService;
  hash(): string;
  /** How many rows were ever written; cheap. */
  writes(): number;
  /** Restores every row to its state at the beginning of the world. */
  reset(): void;
  /** A client of the administrator. */
  client(credential?: Credential): Client;
  close(): Promise<void>;
}

const baseUrl = 'http://docs.test';
const seedText = '# Imported\n\nFrom elsewhere.\n';
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A service on disk with two organizations, one object of each kind, and a user of each kind. */
export async function aWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-conformance-'));
  const clock = new ManualClock();
  const random = seededRandom(11);
  const start = (): EmbeddedService => {
    const embedded = createService({
      data: folder,
      clock,
      random,
      baseUrl,
      outgoing: async (url) => ({
        url,
        status: 200,
        headers: { 'content-type': 'text/markdown' },
        body: new TextEncoder().encode(seedText),
      }),
    });
    return embedded;
  };
  let embedded = start();
  const { service } = embedded;
  const at = {
    ...service,
    store: service.store,
    random,
    now: new Date(clock.now()).toISOString(),
    nowMs: clock.now(),
  };
  const home = createOrganization(at, { title: 'Home', hostname: 'home' });
  const elsewhere = createOrganization(at, { title: 'Elsewhere', hostname: 'elsewhere' });
  const authorization = {} as Record<Credential, string | undefined>;
  const users: Record<string, string> = {};
  for (const who of [...roles, 'guest', 'stranger'] as const) {
    const user = ensureUser(at, { email: `${who}@home.test`, displayName: who });
    users[who] = user;
    const role = who === 'guest' ? null : who === 'stranger' ? 'admin' : who;
    setMember(at, { organization: who === 'stranger' ? elsewhere : home, user, role });
    authorization[who] = `Bearer ${createToken(at, { user, label: who }).token}`;
  }
  const brief = createToken(at, { user: users['admin']!, label: 'brief', expiresAt: clock.now() + 1000 });
  const withdrawn = createToken(at, { user: users['admin']!, label: 'withdrawn' });
  revokeToken(at, withdrawn.record.id);
  await clock.advance(2000);
  authorization.none = undefined;
  authorization.malformed = 'Basic dXNlcjpwYXNz';
  authorization.wrong = `Bearer tdm_${'x'.repeat(36)}`;
  authorization.expired = `Bearer ${brief.token}`;
  authorization.revoked = `Bearer ${withdrawn.token}`;

  const client = (credential: Credential = 'admin'): Client => {
    const token = authorization[credential]?.replace('Bearer ', '');
    return createClient({
      transport: createInjectTransport(embedded.app),
      baseUrl,
      ...(token === undefined ? {} : { token }),
      clock,
      random: seededRandom(1),
      retry: { attempts: 1 },
    });
  };

  const ids = await populate(client('admin'), home, 'home');
  const foreign = await populate(client('stranger'), elsewhere, 'away');
  const deleted = await client().createSpace({ params: { organizationId: home }, body: { title: 'Gone' } });
  await client().deleteSpaceById({ params: { spaceId: deleted.id } });
  await embedded.service.background.idle();
  await embedded.close();
  const snapshot = join(folder, 'snapshot.sqlite');
  copyFileSync(join(folder, databaseName), snapshot);
  embedded = start();
  const { store } = embedded.service;
  store.run('ATTACH ? AS snapshot', snapshot);
  const tables = store
    .all<{ name: string }>(
      "SELECT name FROM snapshot.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'search\\_%' ESCAPE '\\' AND name <> 'states'",
    )
    .map(({ name }) => `"${name}"`);

  return {
    ids: { ...ids, userId: users['admin']!, emailDomain: 'home.test' },
    foreign,
    deletedSpace: deleted.id,
    authorization,
    service: embedded,
    hash: () => hashOfAllRows(embedded.service.store),
    writes: () => embedded.service.store.get<{ n: number }>('SELECT total_changes() AS n')!.n,
    reset: () => {
      store.run('PRAGMA foreign_keys = OFF');
      store.transaction(() => {
        for (const table of tables) store.run(`DELETE FROM main.${table}`);
        for (const table of tables) store.run(`INSERT INTO main.${table} SELECT * FROM snapshot.${table}`);
      });
      store.run('PRAGMA foreign_keys = ON');
    },
    client,
    close: async () => {
      await embedded.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes one object of each kind in an organization, all through the interface. */
async function populate(
  client: Client,
  organizationId: string,
  name: string,
): Promise<Record<string, string>> {
  const inOrganization = { organizationId };
  const collection = await client.createCollection({ params: inOrganization, body: { title: 'Shelf' } });
  const inner = await client.createCollection({
    params: inOrganization,
    body: { title: 'Inner', parent: collection.id },
  });
  const space = await client.createSpace({
    params: inOrganization,
    body: { title: 'Guides', parent: collection.id },
  });
  const beside = await client.createCollection({ params: inOrganization, body: { title: 'Beside' } });
  const other = await client.createSpace({
    params: inOrganization,
    body: { title: 'More', parent: collection.id },
  });
  const third = await client.createSpace({ params: inOrganization, body: { title: 'Loose' } });
  const spaceId = space.id;

  const first = await client.createChangeRequest({ params: { spaceId }, body: { subject: 'Fill' } });
  const filled = await client.updateContentInChangeRequest({
    params: { spaceId, changeRequestId: first.id },
    body: {
      changes: [
        {
          type: 'insert_page',
          document: { markdown: '# Welcome\n\nSee [the other](other.md).\n' },
          ref: 'welcome',
        },
        { type: 'insert_page', document: { markdown: '# Other\n\nSee [nothing](nowhere.md).\n' } },
        {
          type: 'insert_files',
          files: [
            {
              name: '.gitbook.yaml',
              contentType: 'application/yaml',
              base64: Buffer.from('redirects:\n  old/page: other.md\n').toString('base64'),
            },
            { name: 'dot.png', contentType: 'image/png', base64: png },
            {
              name: '.gitbook/includes/words.md',
              contentType: 'text/markdown',
              base64: Buffer.from('Words for **many** pages\n').toString('base64'),
            },
          ],
        },
      ],
    },
  });
  await client.mergeChangeRequest({ params: { spaceId, changeRequestId: first.id } });
  const change = await client.createChangeRequest({ params: { spaceId }, body: { subject: 'Edit' } });
  const inChange = { spaceId, changeRequestId: change.id };
  const pageId = filled.changes[0]!.page.id;
  await client.updateContentInChangeRequest({
    params: inChange,
    body: {
      changes: [{ type: 'update_page', page: pageId, document: { markdown: '# Welcome\n\nNew words.\n' } }],
    },
  });

  const body = { body: { markdown: 'Is this *right*?' } };
  const comment = await client.postCommentInSpace({ params: { spaceId }, body });
  const reply = await client.postCommentReplyInSpace({ params: { spaceId, commentId: comment.id }, body });
  const changeComment = await client.postCommentInChangeRequest({ params: inChange, body });
  const changeReply = await client.postCommentReplyInChangeRequest({
    params: { ...inChange, commentId: changeComment.id },
    body,
  });

  const userId = (await client.getAuthenticatedUser()).id;
  const team = await client.createOrganizationTeam({
    params: inOrganization,
    body: { title: 'Writers', members: [userId] },
  });
  const given = { teams: [team.id], role: 'edit' as const };
  await client.inviteToSpace({ params: { spaceId }, body: given });
  await client.inviteToCollection({ params: { collectionId: collection.id }, body: given });
  const token = await client.createTokenForAuthenticatedUser({ body: { label: 'Mine' } });
  const review = await client.submitChangeRequestReview({
    params: inChange,
    body: { status: 'approved', comment: { markdown: 'Good.' } },
  });
  await client.requestReviewersForChangeRequest({ params: inChange, body: { users: [userId] } });

  const site = await client.createSite({
    params: inOrganization,
    body: { title: 'Docs', spaces: [other.id] },
  });
  const onSite = { ...inOrganization, siteId: site.id };
  // The visitors of the site have signed in once, so it has a key for their tokens.
  await client.updateSiteById({ params: onSite, body: { visibility: 'visitor-auth' } });
  await client.updateSiteById({ params: onSite, body: { visibility: 'public' } });
  const section = await client.addSectionToSite({ params: onSite, body: { spaceId, title: 'Guides' } });
  const secondSection = await client.addSectionToSite({
    params: onSite,
    body: { spaceId: third.id, title: 'Loose' },
  });
  const siteGroup = await client.addSectionGroupToSite({
    params: onSite,
    body: { title: 'Group', sections: [section.id] },
  });
  const variant = await client.createSpace({ params: inOrganization, body: { title: 'Variant' } });
  const unused = await client.createSpace({ params: inOrganization, body: { title: 'Unused' } });
  const lastSiteSpace = await client.addSpaceToSite({
    params: onSite,
    body: { spaceId: variant.id, sectionId: section.id },
  });
  await client.updateSiteAdaptiveSchema({
    params: onSite,
    body: {
      jsonSchema: {
        type: 'object',
        properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
        additionalProperties: false,
      },
    },
  });

  const field = await client.createOrganizationCustomField({
    params: inOrganization,
    body: { name: 'owner', type: 'text', title: 'Owner' },
  });
  const invite = await client.createOrganizationInvite({ params: inOrganization, body: { role: 'read' } });
  const provider = await client.createOrganizationSAMLProvider({
    params: inOrganization,
    body: { label: 'Staff', ssoURL: 'https://id.example.com/sso', entityID: 'https://id.example.com' },
  });
  const spec = await client.createOpenAPISpec({
    params: inOrganization,
    body: {
      slug: `${name}-api`,
      source: { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' },
    },
  });
  const translation = await client.createTranslation({ params: inOrganization, body: { title: 'Français' } });
  const integrationName = `${name}-counter`;
  for (const each of [integrationName, `${name}-clock`]) {
    await client.publishIntegration({
      params: { integrationName: each },
      body: {
        title: 'Counter',
        description: 'Counts.',
        scopes: [],
        script: 'export {}',
        organization: organizationId,
      },
    });
  }
  const installation = await client.installIntegration({
    params: { integrationName },
    body: { organization: organizationId },
  });

  const { items: events } = await client.listIntegrationEvents({ params: { integrationName } });

  const fileId = (await client.listFiles({ params: { spaceId } })).items.find(
    (file) => file.name === 'dot.png',
  )!.id;
  const done = await client.listOrganizationAuditEvents({ params: inOrganization, query: { limit: 1 } });
  const { revision } = await client.getSpaceById({ params: { spaceId } });
  const content = await client.getCurrentRevision({ params: { spaceId } });
  const page = await client.getPageById({ params: { spaceId, pageId } });
  return {
    organizationId,
    collectionId: collection.id,
    innerCollectionId: inner.id,
    besideCollectionId: beside.id,
    spaceId,
    otherSpaceId: other.id,
    thirdSpaceId: third.id,
    unusedSpaceId: unused.id,
    revisionId: revision,
    changeRequestId: change.id,
    pageId,
    pagePath: page.type === 'document' ? page.path : '',
    fileId,
    userId,
    teamId: team.id,
    auditEventId: done.items[0]!.id,
    reviewId: review.id,
    tokenId: token.id,
    documentId: (page.type === 'document' ? page.documentId : undefined) ?? '',
    reusableContentId: content.reusableContents[0]!.id,
    commentId: comment.id,
    commentReplyId: reply.id,
    changeRequestCommentId: changeComment.id,
    changeRequestCommentReplyId: changeReply.id,
    siteId: site.id,
    siteSectionId: section.id,
    secondSectionId: secondSection.id,
    siteSectionGroupId: siteGroup.id,
    siteSpaceId: lastSiteSpace.id,
    fieldName: field.name,
    inviteId: invite.id,
    samlProviderId: provider.id,
    specSlug: spec.slug,
    translationSettingsId: translation.id,
    integrationName,
    newIntegrationName: `${name}-clock`,
    installationId: installation.id,
    eventId: events[0]!.id,
  };
}
