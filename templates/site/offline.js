// Keeps the site for readers without a network, and searches in the pages that were kept.
(() => {
  'use strict';
  const { worker, base } = document.currentScript.dataset;
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  const policy = globalThis.trustedTypes?.createPolicy('tidemark-offline', {
    createScriptURL: (address) => {
      if (address !== worker) throw new TypeError(`${address} is not the worker`);
      return address;
    },
  });

  const register = async () => {
    await navigator.serviceWorker.register(policy ? policy.createScriptURL(worker) : worker, { scope: base });
    if (navigator.serviceWorker.controller) return;
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
    const page = location.pathname;
    const markdown = page.endsWith('/') ? `${page}index.md` : `${page.replace(/\.html$/, '')}.md`;
    active.postMessage({ keep: [page, markdown, ...loaded] });
  };
  addEventListener('load', () => {
    register().catch(() => {
      // No worker is possible, as in a private window: the site works as it does without one.
    });
  });

  // The pages that were kept, by their markdown.
  const kept = async () => {
    const pages = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(`tidemark:${base}:`)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!pathname.endsWith('.md')) continue;
        const text = await (await cache.match(request)).text();
        const title = /^# +(.+)$/m.exec(text)?.[1] ?? pathname;
        pages.push({ title, address: pathname.replace(/(?:(?<=\/)index)?\.md$/, ''), text });
      }
    }
    return pages;
  };

  // search.js asks this function when it cannot read its index.
  globalThis.tidemarkKept = async (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (const { title, address, text } of await kept()) {
      const lower = text.toLowerCase();
      if (!words.every((word) => lower.includes(word))) continue;
      const plain = text.replace(/^(?:> .*|# .*|```.*|\s*)$/gm, '').replace(/\n+/g, ' ');
      const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
      found.push({ inTitle, page: { t: title, u: address, b: '' }, section: { t: '', x: plain } });
    }
    return { words, results: found.sort((one, other) => other.inTitle - one.inTitle).slice(0, 8) };
  };

  // The page that is shown for a page that was not kept lists the kept pages.
  const list = document.querySelector('.kept-pages');
  if (list)
    kept().then((pages) => {
      for (const { title, address } of pages.sort((one, other) => (one.title < other.title ? -1 : 1))) {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = address;
        link.textContent = title;
        item.append(link);
        list.append(item);
      }
    });
})();
