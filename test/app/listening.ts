/** The app in a browser over a real connection: unlike requests that a test answers itself, real requests carry files. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from '../site/browser.ts';
import type { ServiceFixture } from '../service/fixture.ts';
import { appOrigin, aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

/** Lets the service listen, and starts a browser that reaches it under the names of the app and of the sites. */
export async function browserOf(fixture: ServiceFixture): Promise<Browser> {
  const { host } = new URL(await fixture.embedded.listen({ host: '127.0.0.1', port: 0 }));
  return launch({ hosts: { 'app.test': host, 'docs.test': host } });
}

/** A browser's context in which somebody is signed in. */
export async function contextFor(
  browser: Browser,
  visitor: Visitor,
  options: NonNullable<Parameters<Browser['newContext']>[0]> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  await context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({ name, value, url: `${appOrigin}/app` })),
  );
  return context;
}

/** The app, somebody who is signed in as an administrator, and a browser: there from the first test of a group to its last. */
export interface AppInBrowser {
  readonly fixture: ServiceFixture;
  readonly admin: Visitor;
  readonly browser: Browser;
}

export function appInBrowser(): AppInBrowser {
  const app = appWithAdmin() as ReturnType<typeof appWithAdmin> & { browser: Browser };
  beforeAll(async () => void (app.browser = await browserOf(app.fixture)));
  afterAll(() => app.browser.close());
  return app;
}

/** The app, and somebody who is signed in as an administrator: there from the first test of a group to its last. */
export function appWithAdmin(): { readonly fixture: ServiceFixture; readonly admin: Visitor } {
  const app = {} as { fixture: ServiceFixture; admin: Visitor };
  beforeAll(async () => {
    app.fixture = aServiceWithApp();
    app.admin = await signedIn(app.fixture);
  });
  afterAll(() => app.fixture.close());
  return app;
}
