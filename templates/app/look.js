// The preview beside the form of a site's look follows what somebody types. Without this script, the button “Preview” shows it.
(() => {
  'use strict';
  const form = document.querySelector('form[data-try-at]');
  const frames = document.querySelector('[data-look-frames]');
  if (!form || !frames) return;
  const told = document.querySelector('[data-look-told]');
  let timer = 0;
  let latest = 0;
  let isChanged = false;
  let isLeaving = false;

  /** Loads the new state of the site, and shows it in place of the old one once it is loaded. */
  const show = (url) => {
    const next = frames.firstElementChild.cloneNode();
    next.src = url;
    next.className = 'coming';
    next.addEventListener('load', () => {
      for (const other of [...frames.children]) if (other !== next) other.remove();
      next.className = '';
    });
    frames.append(next);
  };
  const ask = async () => {
    const turn = ++latest;
    try {
      const answer = await fetch(form.dataset.tryAt, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
        headers: { accept: 'application/json' },
        redirect: 'error',
      });
      const said = await answer.json();
      if (turn !== latest) return;
      told.textContent = answer.ok ? said.problems.join(' ') : `${said.message} ${said.hint ?? ''}`;
      if (said.url) show(said.url);
    } catch {
      if (turn === latest) told.textContent = 'The service does not answer; this is how it was before.';
    }
  };
  form.addEventListener('input', () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), 500);
  });
  form.addEventListener('submit', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
  addEventListener('beforeunload', (event) => {
    if (isChanged && !isLeaving) event.preventDefault();
  });
})();
