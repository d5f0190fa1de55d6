// Keeps the site for readers without a network: the files that every page needs, and the pages that they have read. `site`, which comes
// before this text, names the export, its path and those files. One cache belongs to one export; when a new export comes, the pages in the
// cache are fetched again, so that two exports are never mixed.
(() => {
  'use strict';
  const prefix = `tidemark:${site.base}:`;
  const name = prefix + site.version;
  const mostKept = 300;
  const isShell = (path) => site.shell.includes(path);
  const pathOf = (url) => new URL(url, location.href).pathname;
  const isOurs = (url) => {
    const { origin, pathname } = new URL(url, location.href);
    return origin === location.origin && pathname.startsWith(site.base) && pathname !== `${site.base}sw.js`;
  };
  const isWorthKeeping = (answer) =>
    answer.status === 200 &&
    answer.type === 'basic' &&
    !answer.redirected &&
    !/no-store/.test(answer.headers.get('Cache-Control') ?? '');

  // The search reads a page's markdown.
  const markdownOf = (path) => (path.endsWith('/') ? `${path}index.md` : `${path.replace(/\.html$/, '')}.md`);

  const keep = async (path, answer) => {
    if (!isWorthKeeping(answer)) return;
    const cache = await caches.open(name);
    await cache.put(path, answer);
    const others = (await cache.keys()).filter((request) => !isShell(pathOf(request.url)));
    for (const request of others.slice(0, Math.max(0, others.length - mostKept))) await cache.delete(request);
  };
  const fetchAndKeep = async (path) => keep(path, await fetch(path, { cache: 'no-cache' }));

  // The pages kept from the last export come along: fetched again where the network answers, else as they were.
  const takeAlong = async () => {
    for (const old of (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name)) {
      const cache = await caches.open(old);
      const kept = (await cache.keys()).map((request) => pathOf(request.url));
      for (const path of kept.filter((each) => !each.startsWith(`${site.base}_site/`) && !isShell(each)))
        try {
          await fetchAndKeep(path);
        } catch {
          const answer = await cache.match(path);
          if (answer) await keep(path, answer);
        }
    }
  };

  addEventListener('install', (event) => {
    event.waitUntil(
      (async () => {
        const cache = await caches.open(name);
        await cache.addAll(site.shell.map((path) => new Request(path, { cache: 'no-cache' })));
        await takeAlong();
        await skipWaiting();
      })(),
    );
  });

  addEventListener('activate', (event) => {
    event.waitUntil(
      (async () => {
        for (const old of await caches.keys())
          if (old.startsWith(prefix) && old !== name) await caches.delete(old);
        await clients.claim();
      })(),
    );
  });

  // The page that started the worker was loaded before it, so the page tells the worker which files it uses.
  addEventListener('message', (event) => {
    const urls = Array.isArray(event.data?.keep) ? event.data.keep.filter(isOurs) : [];
    event.waitUntil(Promise.allSettled(urls.map(async (url) => fetchAndKeep(pathOf(url)))));
  });

  const answerTo = async (event) => {
    const { request } = event;
    const path = pathOf(request.url);
    const isPage = request.mode === 'navigate';
    const cache = await caches.open(name);
    if (path.startsWith(`${site.base}_site/`)) {
      const known = await cache.match(path);
      if (known) return known;
    }
    try {
      const answer = await fetch(request);
      event.waitUntil(keep(path, answer.clone()));
      if (isPage && isWorthKeeping(answer)) event.waitUntil(fetchAndKeep(markdownOf(path)).catch(() => {}));
      return answer;
    } catch (thrown) {
      const known = await cache.match(path);
      if (known) return known;
      const instead = isPage && (await cache.match(`${site.base}_offline.html`));
      if (instead)
        return new Response(instead.body, {
          status: 503,
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        });
      throw thrown;
    }
  };

  addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || request.headers.has('Range') || !isOurs(request.url)) return;
    event.respondWith(answerTo(event));
  });
})();
