import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { fontsOfTests } from './fonts.ts';

const path = process.env['CHROMIUM_PATH'] ?? '/usr/lib/chromium/chromium';

/** Whether there is a browser to test with; Debian's Chromium, or the one that CHROMIUM_PATH names. */
export const hasBrowser = existsSync(path);

if (!hasBrowser) console.info(`Tests in a browser are left out: no Chromium at ${path} (set CHROMIUM_PATH).`);

/**
 * Starts a browser with a fresh profile that sends no requests by itself. A `still` browser draws the same on every machine: it has
 * the fonts of the tests, and draws letters without hinting. `hosts`: names that lead to a port of this machine.
 */
export function launch({
  still = false,
  hosts = {},
}: { readonly still?: boolean; readonly hosts?: Readonly<Record<string, string>> } = {}): Promise<Browser> {
  const named = Object.entries(hosts).map(([name, host]) => `MAP ${name} ${host}, `);
  return chromium.launch({
    executablePath: path,
    headless: true,
    chromiumSandbox: false,
    ...(still ? { env: { ...process.env, FONTCONFIG_FILE: fontsOfTests() } } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      ...(still ? ['--font-render-hinting=none', '--force-color-profile=srgb'] : []),
      // Only this machine has an address.
      `--host-resolver-rules=${named.join('')}MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
  });
}
