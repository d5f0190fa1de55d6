// The dialog of the search. search-engine.js, which comes before this text, does the searching. When the site is read from a folder
// (file:), the whole index is a script.
(() => {
  'use strict';
  const dialog = document.querySelector('.search-dialog');
  const meta = document.querySelector('meta[name="tidemark:search"]');
  if (!dialog || !meta) return;
  const { base, words, language, space } = JSON.parse(meta.content);
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('.search-results');
  const status = dialog.querySelector('.search-status');
  const cache = new Map();
  let lost = false;

  const load = (name) => {
    const packed = globalThis.tidemarkSearchIndex;
    if (packed) return Promise.resolve(packed[name] ?? null);
    if (!cache.has(name))
      cache.set(
        name,
        fetch(`${base}${name}.json`)
          .then((answer) => (answer.ok ? answer.json() : null))
          .catch(() => {
            // No network: the next query asks again.
            cache.delete(name);
            lost = true;
            return null;
          }),
      );
    return cache.get(name);
  };

  const engine = tidemarkSearch(load, { space, language });
  let newest = 0;
  const search = async (query) => {
    const mine = (newest += 1);
    lost = false;
    let answer = query.trim() === '' ? { results: [], words: [] } : await engine.found(query);
    // offline.js searches in the pages that were kept.
    if (lost && globalThis.tidemarkKept) answer = await globalThis.tidemarkKept(query);
    if (mine === newest) show(answer.results, query, answer.words);
  };

  const mark = (text, wanted) => {
    const nodes = [];
    const lower = text.toLowerCase();
    let at = 0;
    while (at < text.length) {
      let next = -1;
      let length = 0;
      for (const word of wanted) {
        let found = lower.indexOf(word, at);
        // A single letter counts only where a word begins: inside a word it says nothing.
        while (found > 0 && !engine.wide.test(word) && /[\p{L}\p{N}]/u.test(lower[found - 1]))
          found = lower.indexOf(word, found + 1);
        if (found !== -1 && (next === -1 || found < next || (found === next && word.length > length))) {
          next = found;
          length = word.length;
        }
      }
      if (next === -1) break;
      nodes.push(text.slice(at, next));
      const marked = document.createElement('mark');
      marked.textContent = text.slice(next, next + length);
      nodes.push(marked);
      at = next + length;
    }
    nodes.push(text.slice(at));
    return nodes;
  };
  const excerpt = (text, wanted) => {
    const lower = text.toLowerCase();
    const places = wanted.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
    const first = places.length > 0 ? Math.min(...places) : 0;
    const start = first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
    const end = start + 180 < text.length ? text.lastIndexOf(' ', start + 180) : text.length;
    const shown = text.slice(start, end > first ? end : start + 180);
    return (start > 0 ? '… ' : '') + shown + (start + shown.length < text.length ? ' …' : '');
  };
  const line = (name, content, wanted) => {
    const part = document.createElement('span');
    part.className = name;
    part.append(...mark(content, wanted));
    return part;
  };
  const show = (results, query, wanted) => {
    list.replaceChildren(
      ...results.map(({ page, section }, number) => {
        const item = document.createElement('li');
        item.id = `search-result-${number}`;
        item.setAttribute('role', 'option');
        item.setAttribute('aria-selected', 'false');
        const link = document.createElement('a');
        link.href = pageAddress(page.u) + (section.i ? `#${encodeURIComponent(section.i)}` : '');
        link.tabIndex = -1;
        link.append(
          line('search-path', page.b, []),
          line('search-title', section.i ? `${page.t} › ${section.t}` : page.t, wanted),
        );
        const text = section.x || page.d || '';
        if (text) link.append(line('search-text', excerpt(text, wanted), wanted));
        item.append(link);
        return item;
      }),
    );
    status.textContent = results.length === 0 && query.trim() !== '' ? `${words.none} “${query}”` : '';
    select(results.length > 0 ? 0 : -1);
  };
  const pageAddress = (path) => (globalThis.tidemarkSearchIndex ? meta.dataset.root + path : path);

  const options = () => [...list.children];
  let selected = -1;
  const select = (number) => {
    selected = number;
    for (const [each, option] of options().entries()) {
      option.setAttribute('aria-selected', String(each === number));
      if (each === number) option.scrollIntoView({ block: 'nearest' });
    }
    if (number >= 0) input.setAttribute('aria-activedescendant', `search-result-${number}`);
    else input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-expanded', String(options().length > 0));
  };

  const open = (query) => {
    if (!dialog.open) dialog.showModal();
    if (query) input.value = query;
    input.focus();
    input.select();
    void load('index');
    void search(input.value);
  };
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(input.value), 120);
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'ArrowDown' && count > 0) select((selected + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) select((selected - 1 + count) % count);
    // In a search field, the first press of Escape would only empty the field.
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter') options()[Math.max(0, selected)]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.closest('.search-close') || event.target.closest('a'))
      dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (
      (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) ||
      (event.key === '/' && !typing)
    ) {
      event.preventDefault();
      open('');
    }
  });
  for (const link of document.querySelectorAll('.search-open'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      open('');
    });
  for (const button of document.querySelectorAll('[data-search-for]'))
    button.addEventListener('click', () => open(button.dataset.searchFor));
  for (const form of document.querySelectorAll('.find'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      open(form.querySelector('input').value);
    });

  // At an address without a page: pages with a similar name, those of the same folder first.
  const near = document.querySelector('.near-pages');
  const findNear = async () => {
    const folders = decodeURI(location.pathname)
      .replace(/(?:index)?\.html$|\/+$/, '')
      .split('/')
      .slice(1);
    const together = ({ page }) => {
      const there = decodeURI(page.u).split('/').slice(1);
      return folders.findIndex((folder, at) => folder !== there[at]);
    };
    for (const folder of [...folders].reverse()) {
      const { results } = await engine.found(folder.replace(/[-_.+]+/g, ' '));
      if (results.length === 0) continue;
      results.sort((a, b) => together(b) - together(a));
      const nearest = together(results[0]) > 0 ? results.filter((each) => together(each) > 0) : results;
      const pages = new Map(nearest.map(({ page }) => [page.u, page]));
      near.replaceChildren(
        ...[...pages.values()].slice(0, 5).map((page) => {
          const item = document.createElement('li');
          const link = document.createElement('a');
          link.href = pageAddress(page.u);
          link.append(line('search-title', page.t, []), line('search-path', page.b, []));
          item.append(link);
          return item;
        }),
      );
      return;
    }
  };
  if (near) void findNear().catch(() => {});

  const asked = new URLSearchParams(location.search).get('q');
  if (asked && document.body.classList.contains('search-page')) open(asked);
})();
