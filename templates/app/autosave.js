// Saves what somebody types into the editor into a draft change request. Until the service has the text, this browser keeps it, so that a
// reload, a lost connection or the end of a session loses nothing.
(() => {
  'use strict';
  const editor = document.querySelector('form.editor[data-save-at]');
  if (!editor) return;
  const field = (name) => editor.elements.namedItem(name);
  const text = field('text');
  const base = field('base');
  /** The change request that the text was written for before, where it came from another one. */
  const from = field('from');
  const told = editor.querySelector('[data-saved]');
  const trouble = editor.querySelector('[data-trouble]');
  /** How long after the last key a text is sent, how long after the first key at the latest, and how long after a failure again. */
  const pause = { quiet: 1500, most: 15_000, retry: 5000 };
  // The page shows a text that somebody else saved: nothing is sent before the writer has put both together.
  const waitsForWriter = editor.dataset.began !== undefined;
  // The text that the service has; undefined where the service has another text than the page shows.
  let saved = 'unsaved' in editor.dataset ? undefined : text.value;
  let writing = '';
  let timer = 0;
  let firstKeyAt = 0;
  let running;
  let isConflict = false;
  // The change request takes no more, or the page was deleted in it: nothing is sent before the writer has said where the text goes.
  let isEnded = 'ended' in editor.dataset;
  let leaving = false;

  // Each editor keeps its text under its own name, so that two editors of one page do not overwrite each other's.
  const prefix = () => `tidemark-unsaved ${editor.dataset.keep} `;
  const stored = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix()));
    } catch {
      return [];
    }
  };
  const readKept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  const keepText = () => {
    try {
      const { began, name, path } = editor.dataset;
      const kept = {
        text: text.value,
        base: began ?? base.value,
        from: from.value,
        at: Date.now(),
        name,
        path,
      };
      localStorage.setItem(prefix() + writing, JSON.stringify(kept));
      return true;
    } catch {
      // A browser that keeps nothing warns before somebody leaves its page.
      return false;
    }
  };
  const dropKept = () => {
    try {
      localStorage.removeItem(prefix() + writing);
    } catch {
      // The browser keeps nothing, so there is nothing to remove.
    }
  };
  /** Takes a name for this editor, as long as the page is open; false where another open page has that name. */
  const takeName = (name) =>
    new Promise((resolve) => {
      if (!navigator.locks) return resolve(true);
      const hold = (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => undefined);
      };
      navigator.locks
        .request(`tidemark-writing ${name}`, { ifAvailable: true }, hold)
        .catch(() => resolve(true));
    });

  const say = (words) => (told.textContent = words);
  const sayTrouble = (words, again) => {
    // The same message is not shown again, since screen readers would repeat it.
    if (trouble.firstChild?.textContent === words) return false;
    trouble.replaceChildren();
    trouble.hidden = words === '';
    if (words === '') return true;
    trouble.append(words);
    if (!again) return true;
    const link = document.createElement('a');
    link.href = location.href;
    link.textContent = again;
    trouble.append(' ', link);
    return true;
  };

  const endButton = (words, data) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = 'action';
    made.textContent = words;
    Object.assign(made.dataset, data);
    return made;
  };
  /** Says why the text cannot be saved where it was written, with a button for each way that is left. */
  const sayEnd = ({ message, anew, reopen }) => {
    isEnded = true;
    const way = anew || reopen ? '' : ' Copy it to save it elsewhere.';
    if (!sayTrouble(`${message} This browser keeps your text.${way}`)) return;
    if (anew) trouble.append(' ', endButton('New change request with this text', { anew }));
    if (reopen) trouble.append(' ', endButton('Reopen it and save there', { reopen }));
  };
  const reopen = async (address) => {
    const body = new URLSearchParams({ do: 'reopen', 'form-token': field('form-token').value });
    const answer = await fetch(address, { method: 'POST', body }).catch(() => undefined);
    if (!answer?.ok) {
      sayTrouble('The change request could not be reopened. This browser keeps your text.');
      return;
    }
    isEnded = false;
    editor.querySelector('[data-end]')?.remove();
    for (const hidden of editor.querySelectorAll('[data-save], [data-goes]')) hidden.hidden = false;
    sayTrouble('');
    void send();
  };
  /** The page goes on in the change request that now has its text or picture. */
  const goInto = ({ action, here, keep, change }) => {
    editor.action = action;
    editor.dataset.keep = keep;
    editor.dataset.previewAt = action.replace(/edit$/, 'preview');
    editor.dataset.saveAt = action.replace(/edit$/, 'autosave');
    editor.dataset.picturesAt = action.replace(/edit$/, 'pictures');
    const leave = editor.querySelector('[data-leave]');
    leave.textContent = 'To the change request';
    leave.href = change.href;
    const goes = editor.querySelector('[data-goes]');
    if (goes.dataset.goes === 'new') {
      goes.dataset.goes = 'change';
      const link = document.createElement('a');
      link.href = change.href;
      link.textContent = change.name;
      // The line keeps its height: what moves away under a pressed mouse button is not clicked.
      goes.replaceChildren('It goes into ', link);
      history.replaceState(null, '', here);
    }
  };

  /** Goes on in the change request that now has the text. */
  const moveInto = (said) => {
    dropKept();
    base.value = said.base;
    from.value = '';
    delete editor.dataset.began;
    goInto(said);
  };
  // A picture went into the change request before the text did.
  editor.addEventListener('gone-into', ({ detail }) => {
    dropKept();
    goInto(detail);
    if (text.value !== saved) keepText();
  });

  /** Sends the text once; returns what happened to it. */
  const attempt = async () => {
    const sent = text.value;
    const body = new URLSearchParams({ writing });
    for (const name of ['form-token', 'page', 'base', 'from', 'text', 'into'])
      body.set(name, field(name)?.value ?? '');
    let answer;
    let said = {};
    try {
      answer = await fetch(editor.dataset.saveAt, {
        method: 'POST',
        body,
        headers: { accept: 'application/json' },
        redirect: 'error',
      });
      said = await answer.json();
    } catch {
      // When there is no answer, or only that of a proxy on the way, the text is sent again later.
    }
    if (answer?.ok && said.state === 'conflict') {
      isConflict = true;
      sayTrouble('This page was saved elsewhere meanwhile. Your text stays here: “Save” shows both.');
      return 'conflict';
    }
    if (answer?.ok && said.state === 'ended') {
      sayEnd(said);
      return 'failed';
    }
    if (answer?.ok && said.state === 'saved') {
      if (said.action) moveInto(said);
      saved = sent;
      if (text.value !== saved) keepText();
      sayTrouble('');
      return 'saved';
    }
    if (answer?.status === 401 || answer?.status === 403)
      sayTrouble(`${said.message ?? ''} This browser keeps your text.`.trim(), 'Load this page again');
    else if (answer && answer.status < 500 && answer.status !== 429 && said.message)
      sayTrouble(`${said.message} ${said.hint ?? ''} This browser keeps your text.`);
    else {
      sayTrouble('The service does not answer. This browser keeps your text, and tries again.');
      wait(pause.retry);
    }
    return 'failed';
  };
  const sendAll = async () => {
    while (text.value !== saved) {
      const outcome = await attempt();
      if (outcome !== 'saved') return outcome;
    }
    dropKept();
    say('Saved');
    return 'saved';
  };
  const send = () => {
    clearTimeout(timer);
    firstKeyAt = 0;
    return (running ??= sendAll().finally(() => (running = undefined)));
  };
  const wait = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), ms);
  };
  const changed = () => {
    if (text.value === saved) {
      dropKept();
      say('Saved');
      return;
    }
    say('Not saved yet');
    keepText();
    if (isConflict || waitsForWriter || isEnded) return;
    firstKeyAt ||= Date.now();
    wait(Math.max(0, Math.min(pause.quiet, firstKeyAt + pause.most - Date.now())));
  };

  /** Gives this editor its name; every request carries that name. */
  const begin = (name) => {
    editor.dataset.writing = writing = name;
    editor.dispatchEvent(new Event('begun'));
  };
  const putBack = (kept) => {
    text.value = kept.text;
    base.value = kept.base;
    from.value = kept.from ?? '';
    text.dispatchEvent(new Event('restored'));
    sayTrouble('This browser had kept a text of yours that was not saved. Here it is.');
    changed();
  };
  /** Finds the text that a closed editor of this page kept. */
  const restore = async () => {
    const left = stored()
      .map((key) => ({ key, kept: readKept(key) }))
      .filter(({ kept }) => typeof kept?.text === 'string' && typeof kept.base === 'string')
      .sort((one, other) => other.kept.at - one.kept.at);
    for (const { key, kept } of left) {
      const name = key.slice(prefix().length);
      if (!(await takeName(name))) continue;
      // Somebody typed before the kept text was found: that text waits for the next time.
      if (saved !== undefined && text.value !== saved) break;
      begin(name);
      if (kept.text === saved) dropKept();
      else if (saved === undefined) changed();
      else putBack(kept);
      return;
    }
    begin([...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join(''));
    await takeName(writing);
    if (text.value !== saved) changed();
  };

  editor.querySelector('[data-reopen]')?.removeAttribute('hidden');
  void restore().then(() => text.addEventListener('input', changed));
  addEventListener(
    'online',
    () => text.value !== saved && !isConflict && !waitsForWriter && !isEnded && void send(),
  );
  editor.addEventListener('click', (event) => {
    const { anew, reopen: address } = event.target.closest('button')?.dataset ?? {};
    if (address) void reopen(address);
    // Without a kept text the form itself takes the text along.
    if (!anew || !keepText()) return;
    event.preventDefault();
    leaving = true;
    editor.dispatchEvent(new CustomEvent('anew', { detail: prefix() + writing }));
  });
  editor.addEventListener('submit', (event) => {
    // A form cannot be sent again while it is being sent, so a form with nothing to wait for goes on at once.
    const isElsewhere = event.submitter?.value === 'preview' || event.submitter?.dataset.anew !== undefined;
    if (leaving || isElsewhere || (text.value === saved && !running)) {
      leaving = true;
      return;
    }
    event.preventDefault();
    const { submitter } = event;
    // The text is sent first, since the page that the form leads to begins with it. The form shows a conflict.
    void send().then((outcome) => {
      if (outcome === 'failed') return;
      leaving = true;
      editor.requestSubmit(submitter);
    });
  });
  addEventListener('pageshow', () => (leaving = false));
  addEventListener('beforeunload', (event) => {
    if (!leaving && text.value !== saved) event.preventDefault();
  });
})();
