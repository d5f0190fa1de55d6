/** Only a browser can show which of our cookies it sends on the way to another site and back. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { webApp } from '../../src/app/index.ts';
import {
  contextOf,
  createOrganization,
  createService,
  type EmbeddedService,
} from '../../src/service/index.ts';
import { hasBrowser, launch } from '../site/browser.ts';
import { formats, IdentityProvider, responseWith } from '../support/identity-provider.ts';

const id = 'provider-of-the-test';

describe.skipIf(!hasBrowser)('a browser that signs in through a provider', () => {
  const idp = new IdentityProvider();
  let embedded: EmbeddedService;
  let provider: Server;
  let browser: Browser;
  let app: string;

  beforeAll(async () => {
    const clock = new ManualClock();
    embedded = createService({
      ...{ data: ':memory:', clock, random: seededRandom(3), web: webApp() },
      log: { warn: () => undefined, error: () => undefined },
    });
    await embedded.listen({ host: '127.0.0.1', port: 0 });
    app = new URL(embedded.appUrl() ?? '').origin;
    provider = createServer((request, response) => {
      // A browser also asks for an icon.
      if (request.url?.startsWith('/sso') !== true) return void response.writeHead(404).end();
      const asked = IdentityProvider.requestIn(`http://127.0.0.1${request.url}`);
      const until = new Date(clock.now() + 300_000).toISOString();
      const assertion = idp.signed({
        ...{ id: '_one', issuer: idp.entityID, subject: 'ada', format: formats.persistent },
        ...{ method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer', recipient: asked.acs, inResponseTo: asked.id },
        ...{ notBefore: '', until, conditionsUntil: until, audiences: [[asked.issuer]] },
        ...{ attributes: { displayName: 'Ada Other' }, statement: true },
      });
      response.setHeader('content-type', 'text/html');
      response.end(
        `<form method="post" action="${asked.acs}"><input type="hidden" name="SAMLResponse" value="${responseWith(assertion)}"><button>Go on</button></form>`,
      );
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { service } = embedded;
    const ctx = contextOf(service, { userId: 'nobody', tokenId: '' });
    const organization = createOrganization(ctx, { title: 'Home', hostname: 'home' });
    // Through the interface an address must be https, but this machine has no certificate.
    const { port } = provider.address() as AddressInfo;
    service.store.run(
      `INSERT INTO saml_providers (id, organization, label, sso_url, entity_id, certificate, default_role, created_at)
       VALUES (?, ?, 'Staff', ?, ?, ?, 'edit', ?)`,
      ...[id, organization, service.vault.seal('samlAddress', [id], `http://127.0.0.1:${port}/sso`)],
      service.vault.seal('samlEntity', [id], idp.entityID),
      ...[service.vault.seal('samlCertificate', [id], idp.certificate), ctx.now],
    );
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => provider.close(resolve));
    await embedded.close();
  });

  it(
    'comes back from another site to the wanted page, with scripts and without',
    { timeout: 60_000 },
    async () => {
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({ javaScriptEnabled });
        const page = await context.newPage();
        await page.goto(`${app}/app/sign-in/saml/${id}?to=%2Fapp%2Ftokens`);
        expect(new URL(page.url()).hostname).toBe('127.0.0.1');
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByRole('heading', { name: 'Your tokens' }).waitFor();
        expect(page.url()).toBe(`${app}/app/tokens`);
        expect(await page.getByText('Ada Other').count()).toBe(1);
        await context.close();
      }
    },
  );

  it('is not signed in by an answer that another browser brought', { timeout: 60_000 }, async () => {
    const [attacker, victim] = [await browser.newContext(), await browser.newContext()];
    const page = await attacker.newPage();
    await page.goto(`${app}/app/sign-in/saml/${id}`);
    const answer = await page.locator('input[name=SAMLResponse]').inputValue();
    const other = await victim.newPage();
    await other.goto(`${app}/app/sign-in/saml/${id}`);
    await other
      .locator('input[name=SAMLResponse]')
      .evaluate((field, value) => field.setAttribute('value', value), answer);
    await other.getByRole('button', { name: 'Go on' }).click();
    await other.getByText('was begun elsewhere').waitFor();
    await other.goto(`${app}/app`);
    expect(new URL(other.url()).pathname).toBe('/app/sign-in');
    await Promise.all([attacker.close(), victim.close()]);
  });
});
