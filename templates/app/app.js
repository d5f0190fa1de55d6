// Conveniences of the app. Every page works without them: reading, reviewing, commenting, editing and merging are links and forms.
(() => {
  'use strict';
  // The only policy for HTML that this server rendered.
  const policy = window.trustedTypes?.createPolicy('tidemark', { createHTML: (html) => html });
  const trusted = (html) => (policy ? policy.createHTML(html) : html);
  // Menus close when the focus or the pointer goes elsewhere, or by Escape.
  const menus = [...document.querySelectorAll('details.menu')];
  const closeOthers = (event) => {
    for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
  };
  document.addEventListener('click', closeOthers);
  document.addEventListener('focusin', closeOthers);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of menus)
      if (menu.open) {
        menu.open = false;
        menu.querySelector('summary').focus();
      }
  });

  // On a narrow screen the tab of this page may be out of sight.
  document.querySelector('.tabs-bar [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

  // A browser that goes to a part of the page takes the keys from the field that waits for words there.
  const asking = document.querySelector('.block-talk textarea[autofocus]');
  if (asking && location.hash !== '') addEventListener('load', () => asking.focus());

  // Words that somebody has typed into a form are not lost without a question. The editor of a page asks by itself.
  let sent;
  addEventListener('submit', ({ target }) => (sent = target));
  addEventListener('pageshow', () => (sent = undefined));
  addEventListener('beforeunload', (event) => {
    const fields = [...document.querySelectorAll('form[method=post]:not(.editor) textarea')];
    const isTyped = ({ value, defaultValue, dataset }) => value !== defaultValue || 'unsaved' in dataset;
    if (fields.some((field) => field.form !== sent && isTyped(field))) event.preventDefault();
  });

  // One line says that others changed something, as long as somebody looks at the page; a page never changes under somebody who reads or
  // writes.
  const news = document.querySelector('[data-live]');
  let stream;
  const listen = () => {
    if (!news || news.firstChild) return;
    if (document.hidden) {
      stream?.close();
      stream = undefined;
      return;
    }
    if (stream) return;
    stream = new EventSource(news.dataset.live);
    const tell = (words) => {
      stream.close();
      const again = document.createElement('a');
      again.href = location.pathname + location.search;
      again.textContent = 'Reload';
      news.append(`${words} `, again);
    };
    stream.addEventListener('changed', () => tell('This has changed since you opened it.'));
    stream.addEventListener('ended', () => tell('You are signed out, or may no longer see this.'));
  };
  document.addEventListener('visibilitychange', listen);
  // A browser has few connections to one server, so a page that is left closes its own at once.
  addEventListener('pagehide', () => stream?.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    stream = undefined;
    listen();
  });
  listen();

  // Parts of a long page load one after the other when somebody scrolls to them; without a script, people follow their links.
  const wanted = new Set();
  let loading = false;
  const loadNext = async () => {
    const [element] = wanted;
    if (loading || !element) return;
    loading = true;
    wanted.delete(element);
    observer.unobserve(element);
    try {
      const address = new URL(element.dataset.part, location.href);
      address.searchParams.set('part', '1');
      const answer = await fetch(address, { redirect: 'error' });
      const html = await answer.text();
      if (answer.ok) put(element, html);
    } catch {
      // The link to the part stays.
    }
    loading = false;
    void loadNext();
  };
  const put = (element, html) => {
    const hadFocus = element.contains(document.activeElement);
    if (element.tagName === 'LI') {
      element.outerHTML = trusted(html);
      return;
    }
    element.innerHTML = trusted(html);
    element.classList.remove('later');
    if (hadFocus) element.querySelector('a')?.focus();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) wanted.add(target);
        else wanted.delete(target);
      void loadNext();
    },
    { rootMargin: '200px' },
  );
  for (const element of document.querySelectorAll('[data-part]')) observer.observe(element);

  // The list of places follows the parent that somebody chooses for a page. Without an answer, the server asks for the place after “Save”.
  const parent = document.querySelector('select[data-places-at]');
  const places = parent?.form.elements.namedItem('at');
  let asked = 0;
  const listPlaces = async () => {
    const turn = ++asked;
    const address = new URL(parent.dataset.placesAt, location.href);
    address.searchParams.set('below', parent.value);
    address.searchParams.set('part', '1');
    try {
      const answer = await fetch(address, { redirect: 'error' });
      const html = await answer.text();
      if (answer.ok && turn === asked) places.innerHTML = trusted(html);
    } catch {
      // The old list stays.
    }
  };
  parent?.addEventListener('change', () => void listPlaces());

  const editor = document.querySelector('form.editor');
  if (!editor) return;
  const text = editor.elements.namedItem('text');
  // The preview follows the text; the server renders it as on a site.
  const preview = editor.querySelector('[data-preview]');
  if (!preview) return;
  // The place that changed is where the writer is: the preview scrolls to it when it is out of sight.
  const nodesIn = (root) => {
    const nodes = [];
    const walker = document.createTreeWalker(root);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return nodes;
  };
  const isSame = (one, other) => one?.cloneNode(false).isEqualNode(other.cloneNode(false)) === true;
  const scrollTo = (node, before) => {
    const range = document.createRange();
    range.selectNode(node);
    if (node.nodeType === Node.TEXT_NODE) {
      const { data } = node;
      const old = before?.nodeType === Node.TEXT_NODE ? before.data : '';
      let same = 0;
      while (same < data.length - 1 && data[same] === old[same]) same++;
      range.setStart(node, same);
      range.setEnd(node, Math.min(same + 1, data.length));
    }
    // Some places have no box, such as those in a closed part.
    let place = range.getBoundingClientRect();
    for (let above = node.parentElement; place.height === 0 && above !== preview; above = above.parentElement)
      place = above.getBoundingClientRect();
    const view = preview.getBoundingClientRect();
    if (place.top < view.top || place.top + Math.min(place.height, view.height / 2) > view.bottom)
      preview.scrollTop += place.top - view.top - view.height / 3;
  };
  // A copy, because the reader may open and close parts of the preview itself.
  let shown = nodesIn(preview.cloneNode(true));
  let written = '';
  const replace = (html) => {
    // Of a very long page, the preview shows the beginning, and most edits change nothing there.
    if (html === written) return;
    written = html;
    preview.innerHTML = trusted(html);
    const before = shown;
    shown = nodesIn(preview.cloneNode(true));
    const changed = shown.findIndex((node, at) => !isSame(before[at], node));
    const place = changed === -1 && shown.length < before.length ? shown.length - 1 : changed;
    if (place >= 0) scrollTo(nodesIn(preview)[place], before[place]);
  };
  let waiting = 0;
  let latest = 0;
  const show = async () => {
    const turn = ++latest;
    const body = new URLSearchParams();
    for (const name of ['form-token', 'page', 'text']) body.set(name, editor.elements.namedItem(name).value);
    try {
      const answer = await fetch(editor.dataset.previewAt, { method: 'POST', body });
      const html = await answer.text();
      if (!answer.ok || turn !== latest) return;
      replace(html);
    } catch {
      // Without an answer the old preview stays; the button shows the preview, too.
    }
  };
  for (const event of ['input', 'restored'])
    text.addEventListener(event, () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void show(), 300);
    });
})();
