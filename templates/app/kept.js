// Offers the texts of a page that this browser keeps because the service does not have them: whatever became of the change request or of
// the page that they were written for, their writer finds them where the page is, or was.
(() => {
  'use strict';
  const mark = document.querySelector('[data-kept]');
  if (!mark) return;
  const about = JSON.parse(mark.dataset.kept);
  const editor = document.querySelector('form.editor[data-save-at]');
  const isFailure = document.querySelector('main .failure') !== null;
  const section = document.createElement('section');
  section.className = 'kept';
  section.setAttribute('aria-label', 'Texts that are not saved');

  const element = (name, words, ...inner) => {
    const made = document.createElement(name);
    made.append(words, ...inner);
    return made;
  };
  const button = (words, act) => {
    const made = element('button', words);
    made.type = 'button';
    made.className = 'action';
    made.addEventListener('click', act);
    return made;
  };

  /** The kept texts of the page, the newest first. */
  const texts = () => {
    const found = [];
    for (const key of Object.keys(localStorage)) {
      const [kind, user, space, change, page, writing] = key.split(' ');
      if (kind !== 'tidemark-unsaved' || user !== about.user || space !== about.space) continue;
      let kept;
      try {
        kept = JSON.parse(localStorage.getItem(key));
      } catch {
        continue;
      }
      if (typeof kept?.text !== 'string') continue;
      if (about.page === undefined ? kept.path === about.path : page === about.page)
        found.push({ key, change, page, writing, kept });
    }
    return found.sort((one, other) => other.kept.at - one.kept.at);
  };

  /** Gives a text to the editor of the page in the space: it makes a new change request for the text. */
  const anew = ({ key, change, page, kept }) => {
    const name = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join('');
    const from = change === '' ? kept.from : change;
    localStorage.setItem(
      ['tidemark-unsaved', about.user, about.space, '', page, name].join(' '),
      JSON.stringify({ ...kept, from, at: Date.now() }),
    );
    localStorage.removeItem(key);
    location.assign(about.anew);
  };
  // The editor's own text goes the same way when its change request takes it no more.
  editor?.addEventListener('anew', ({ detail: key }) => {
    const own = texts().find((each) => each.key === key);
    if (own) anew(own);
  });

  const offer = (each) => {
    const { key, change, page, kept } = each;
    const at = new Date(kept.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const place = change === '' ? '' : `, for change request #${change}`;
    const field = element('textarea', kept.text);
    Object.assign(field, { readOnly: true, rows: 12, ariaLabel: 'The text' });
    const shown = element('details', element('summary', 'Show it'), field);
    shown.className = 'fold';
    shown.open = isFailure;
    const told = element('span', '');
    told.className = 'soft';
    told.setAttribute('role', 'status');
    const buttons = element('div', '');
    buttons.className = 'buttons';
    const copy = button('Copy it', () => {
      shown.open = true;
      field.select();
      told.textContent = document.execCommand('copy') ? 'Copied' : 'The text is selected: copy it now.';
    });
    const discard = button('Discard it', () => {
      if (!confirm('Discard this text for good?')) return;
      localStorage.removeItem(key);
      show();
    });
    if (about.anew)
      buttons.append(
        button('New change request with this text', () => anew(each)),
        ' ',
      );
    const own = `/app/spaces/${encodeURIComponent(about.space)}/~/changes/${encodeURIComponent(change)}/~/edit`;
    if (change !== '' && location.pathname !== own) {
      const link = element('a', `Go on in #${change}`);
      link.className = 'action';
      link.href = `${own}?page=${encodeURIComponent(page)}`;
      buttons.append(link, ' ');
    }
    buttons.append(copy, ' ', discard, ' ', told);
    const name = kept.name ? `“${kept.name}”` : 'this page';
    const words = `This browser keeps a text of ${name} that was not saved, written ${at}${place}.`;
    const panel = element('div', element('p', words), shown, buttons);
    panel.className = 'banner';
    return panel;
  };

  /** Names of editors that are open in other tabs: they care for their own texts. */
  const namesInUse = async () => {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map(({ name }) => name.replace(/^tidemark-writing /, '')));
  };
  const show = async () => {
    try {
      const inUse = await namesInUse();
      const own = editor?.dataset.writing;
      const left = texts().filter(({ writing }) => writing !== own && !inUse.has(writing));
      section.replaceChildren(...left.map(offer));
      if (left.length === 0) section.remove();
      else if (!section.isConnected && isFailure) mark.before(section);
      else if (!section.isConnected) document.querySelector('main').prepend(section);
    } catch {
      // A browser that keeps nothing has nothing to offer.
    }
  };
  // An editor takes one of the texts for itself first.
  if (editor && editor.dataset.writing === undefined) editor.addEventListener('begun', () => void show());
  else void show();
})();
