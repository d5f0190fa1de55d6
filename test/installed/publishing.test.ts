/** A publisher's additions to an export, with the installed program. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, nativeEnvironment } from '../git/native.ts';
import { hasBrowser } from '../site/browser.ts';
import { installedProgram, type Ended, type Installed } from '../support/installed.ts';

describe('an export of the installed program', () => {
  let installed: Installed;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-publishing-'));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const configured = (lines: readonly string[]): void =>
    put('sync.config.yaml', `export:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  const exportSite = (...args: string[]): Promise<Ended> =>
    installed.run(['export', 'docs', '--out', 'site', ...args], { cwd: folder });

  beforeAll(async () => {
    installed = await installedProgram();
    put('docs/SUMMARY.md', '# Table of contents\n\n* [Harbour](README.md)\n* [Tides](tides.md)\n');
    put('docs/README.md', '# Harbour\n\nWhere ships are.\n');
    put('docs/tides.md', '# Tides\n\nWater rises.\n');
    git(folder, ['init', '-q', '-b', 'main']);
    git(folder, ['remote', 'add', 'origin', 'git@github.com:harbour/handbook.git']);
    git(folder, ['add', 'docs']);
    git(folder, ['commit', '-qm', 'write'], {
      env: { ...nativeEnvironment, GIT_COMMITTER_DATE: '2026-03-01T09:00:00Z' },
    });
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows when pages were changed and where to edit them, and leaves the repository unchanged', async () => {
    const before = git(folder, ['status', '--porcelain=v1', 'docs']);
    configured(['updated: true', 'edit: auto']);

    const ended = await exportSite('--strict', '--base-url', 'https://docs.example.com');

    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(text('site/tides.html')).toContain('<time datetime="2026-03-01T09:00:00Z">1 March 2026</time>');
    expect(text('site/tides.html')).toContain(
      'href="https://github.com/harbour/handbook/edit/main/docs/tides.md"',
    );
    expect(text('site/sitemap-pages.xml')).toContain('<lastmod>2026-03-01T09:00:00Z</lastmod>');
    expect(git(folder, ['status', '--porcelain=v1', 'docs'])).toBe(before);
    expect(git(folder, ['fsck', '--strict'])).toBe('');
  });

  it('counts visits by the service that the configuration names, and says what is missing', async () => {
    configured(['analytics: { service: matomo, site: "7" }']);
    const without = await exportSite();
    configured(['analytics: { service: matomo, site: "7", address: https://m.example.com }']);
    const ended = await exportSite();

    expect(without).toMatchObject({
      code: 2,
      err: expect.stringContaining('export.analytics of the service matomo has no address') as string,
    });
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(text('site/tides.html')).toContain('<script defer src="https://m.example.com/matomo.js">');
    expect(text('site/hosting/nginx.conf')).toContain("script-src 'self' https://m.example.com;");
  });

  it('brings a worker that keeps visited pages, and takes it back', async () => {
    configured(['offline: visited']);
    await exportSite();
    const [page, worker] = [text('site/tides.html'), text('site/sw.js')];
    configured(['offline: withdrawn']);
    await exportSite();

    expect(page).toContain('data-worker="/sw.js" data-base="/"');
    expect(page).toContain('trusted-types tidemark-offline');
    expect(worker).toContain('"/_offline.html"');
    expect(text('site/tides.html')).not.toContain('sw.js');
    expect(text('site/sw.js')).toContain('registration.unregister()');
  });

  it('prints a PDF of all pages, and says what is missing without a browser', async () => {
    const missing = await installed.run(['export', 'docs', '--pdf', 'docs.pdf'], {
      cwd: folder,
      env: { CHROMIUM_PATH: join(folder, 'nowhere') },
    });

    expect(missing).toMatchObject({
      code: 2,
      err: expect.stringContaining('Install Chromium, Chrome or Edge') as string,
    });
    if (!hasBrowser) return;
    const printed = await installed.run(['export', 'docs', '--pdf', 'docs.pdf'], {
      cwd: folder,
      env: { CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '' },
    });

    expect(printed).toMatchObject({ code: 0, out: expect.stringContaining('2 pages in') as string });
    expect(readFileSync(join(folder, 'docs.pdf'), 'latin1')).toMatch(/^%PDF-[^]*\/Title \(Tides\)/);
  });

  it('says what to install for cards, and exports without them', async () => {
    configured(['cards: true']);
    const wanted = await exportSite('--base-url', 'https://docs.example.com');
    configured(['cards: false']);
    const plain = await exportSite('--base-url', 'https://docs.example.com');

    expect(wanted).toMatchObject({ code: 2, err: expect.stringContaining('npm install sharp') as string });
    expect(plain).toMatchObject({ code: 0, err: '' });
  });
});
