// Keeps the site for readers without a network, and searches in the pages that were kept.
(() => {
  'use strict';
  const { worker, base } = document.currentScript.dataset;
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  const policy = globalThis.trustedTypes?.createPolicy('tidemark-offline', {
    // Only to read pages of this site, without showing them.
    createHTML: (page) => page,
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

  // The words of a page as the index of the search has them: src/site/body/search-text.ts.
  const skipped = 'button, nav, svg, [hidden], [data-search="off"], .note-ref, .heading-anchor';
  const spaced =
    'p, li, td, th, tr, div, section, figure, summary, dt, dd, pre, br, ul, ol, table, details, blockquote, h2, h3, h4, h5, h6';
  const wordsOf = (html) => {
    const page = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html');
    const content = page.querySelector('.content');
    for (const part of content?.querySelectorAll(skipped) ?? []) part.remove();
    for (const part of content?.querySelectorAll(spaced) ?? []) part.after(' ');
    return {
      title: page.querySelector('h1')?.textContent.trim(),
      text: content?.textContent.replace(/\s+/g, ' ').trim() ?? '',
    };
  };

  // The pages that were kept. Each has its markdown beside it; other files do not.
  const kept = async () => {
    const pages = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith(`tidemark:${base}:`)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!pathname.endsWith('.md')) continue;
        const address = pathname.replace(/(?:(?<=\/)index)?\.md$/, '');
        const page = await cache.match(address);
        if (!page) continue;
        const { title, text } = wordsOf(await page.text());
        pages.push({ title: title || address, address, text });
      }
    }
    return pages;
  };

  // search.js asks this function when it cannot read its index.
  globalThis.tidemarkKept = async (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (const { title, address, text } of await kept()) {
      const lower = `${title} ${text}`.toLowerCase();
      if (!words.every((word) => lower.includes(word))) continue;
      const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
      found.push({ inTitle, page: { t: title, u: address, b: '' }, section: { t: '', x: text } });
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
