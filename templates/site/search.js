// Search over static files. The index is cut into shards by the first letters of a word; a search reads only those that its
// words fall into, and the words of the pages that it shows. From a folder (file:) the whole index is a script instead.
(() => {
  'use strict';
  const dialog = document.querySelector('.search-dialog');
  const meta = document.querySelector('meta[name="tidemark:search"]');
  if (!dialog || !meta) return;
  const { base, words, language } = JSON.parse(meta.content);
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('.search-results');
  const status = dialog.querySelector('.search-status');
  const cache = new Map();

  const load = (name) => {
    const packed = globalThis.tidemarkSearchIndex;
    if (packed) return Promise.resolve(packed[name] ?? null);
    if (!cache.has(name))
      cache.set(
        name,
        fetch(`${base}${name}.json`)
          .then((answer) => (answer.ok ? answer.json() : null))
          .catch(() => null),
      );
    return cache.get(name);
  };

  // The same cutting into words as when the index was made.
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
  const tokens = (text) => {
    const found = [];
    const folded = text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .normalize('NFC');
    for (const [word] of folded.matchAll(/[\p{L}\p{N}_]+/gu)) {
      if (wide.test(word)) {
        const letters = [...word];
        if (letters.length === 1) found.push(word);
        for (let at = 0; at + 1 < letters.length; at += 1) found.push(letters[at] + letters[at + 1]);
      } else found.push(word.slice(0, 40));
    }
    return found;
  };
  const prefixName = (word, length) =>
    [...word]
      .slice(0, length)
      .map((letter) => letter.codePointAt(0).toString(16))
      .join('-');

  let newest = 0;
  const search = async (query) => {
    const mine = (newest += 1);
    const wanted = [...new Set(tokens(query))].slice(0, 12);
    if (wanted.length === 0) return show([], query);
    const index = await load('index');
    if (!index) return show([], query);
    const names = new Set(index.shards);
    // The pages of a word: exact matches count most, words that begin with it less.
    const perWord = await Promise.all(
      wanted.map(async (word, at) => {
        const hits = new Map();
        const open = at === wanted.length - 1;
        const own = prefixName(word, index.letters);
        const shardNames = new Set(names.has(own) ? [own] : []);
        if (open && [...word].length < index.letters)
          for (const name of names)
            if (name.startsWith(`${own}-`) && shardNames.size < 40) shardNames.add(name);
        for (const name of shardNames) {
          const shard = await load(`w-${name}`);
          if (!shard) continue;
          for (const term of Object.keys(shard)) {
            const exact = term === word;
            const begins = !exact && term.startsWith(word) && (open || word.length > 3);
            if (!exact && !begins) continue;
            const rarity = Math.log(1 + index.pages / (1 + shard[term].length / 3));
            const list = shard[term];
            for (let each = 0; each < list.length; each += 3) {
              const key = list[each] * 4096 + list[each + 1];
              const score = list[each + 2] * rarity * (exact ? 1 : 0.4);
              hits.set(key, Math.max(hits.get(key) ?? 0, score));
            }
          }
        }
        return hits;
      }),
    );
    // Every word must be on the page; the best section of the page stands for it, with its neighbours' words counted in.
    const pages = new Map();
    for (const [at, hits] of perWord.entries()) {
      const best = new Map();
      for (const [key, score] of hits) {
        const page = Math.floor(key / 4096);
        if ((best.get(page)?.score ?? 0) < score) best.set(page, { score, key });
      }
      for (const [page, { score, key }] of best) {
        const entry = pages.get(page) ?? { score: 0, count: 0, sections: new Map() };
        entry.count += 1;
        entry.score += score;
        for (const [section, value] of hits)
          if (Math.floor(section / 4096) === page)
            entry.sections.set(section, (entry.sections.get(section) ?? 0) + value);
        if (at === 0 && !entry.sections.has(key)) entry.sections.set(key, score);
        pages.set(page, entry);
      }
    }
    const enough = [...pages].filter(([, entry]) => entry.count === wanted.length);
    const ranked = (enough.length > 0 ? enough : [...pages])
      .sort((a, b) => b[1].count - a[1].count || b[1].score - a[1].score || a[0] - b[0])
      .slice(0, 40);
    const results = await Promise.all(
      ranked.map(async ([page, entry]) => {
        const chunk = await load(`p-${Math.floor(page / 16)}`);
        const found = chunk?.[page % 16];
        if (!found) return null;
        const [best] = [...entry.sections].sort((a, b) => b[1] - a[1])[0];
        const section = found.s[best % 4096] ?? found.s[0];
        return { page: found, section };
      }),
    );
    if (mine !== newest) return;
    // Variants of a page in other languages would only repeat what is found.
    const found = results.filter(Boolean);
    const own = found.filter((result) => result.page.l === language);
    show((own.length > 0 ? own : found).slice(0, 12), query);
  };

  const mark = (text, query) => {
    const nodes = [];
    const wanted = [...new Set(tokens(query))].filter((word) => word.length > 0);
    const lower = text.toLowerCase();
    let at = 0;
    while (at < text.length) {
      let next = -1;
      let length = 0;
      for (const word of wanted) {
        let found = lower.indexOf(word, at);
        // Only where a word begins: a single letter inside others says nothing.
        while (found > 0 && !wide.test(word) && /[\p{L}\p{N}]/u.test(lower[found - 1]))
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
  const excerpt = (text, query) => {
    const lower = text.toLowerCase();
    const places = tokens(query)
      .map((word) => lower.indexOf(word))
      .filter((place) => place >= 0);
    const first = places.length > 0 ? Math.min(...places) : 0;
    const start = first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
    return (start > 0 ? '… ' : '') + text.slice(start, start + 180) + (start + 180 < text.length ? ' …' : '');
  };
  const line = (name, content, query) => {
    const part = document.createElement('span');
    part.className = name;
    part.append(...mark(content, query));
    return part;
  };
  const show = (results, query) => {
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
          line('search-path', page.b, ''),
          line('search-title', section.i ? `${page.t} › ${section.t}` : page.t, query),
        );
        const text = section.x || page.d || '';
        if (text) link.append(line('search-text', excerpt(text, query), query));
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
    timer = setTimeout(() => void search(input.value), 60);
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'ArrowDown' && count > 0) select((selected + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) select((selected - 1 + count) % count);
    // A search field would only be emptied by the first press.
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter') options()[Math.max(0, selected)]?.querySelector('a')?.click();
    else return;
    event.preventDefault();
  });
  dialog.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
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
  const asked = new URLSearchParams(location.search).get('q');
  if (asked && document.body.classList.contains('search-page')) open(asked);
})();
