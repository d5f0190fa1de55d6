// Comforts of the app. Every page works without them: reading, reviewing, commenting, editing and merging are links and forms.
(() => {
  'use strict';
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

  const editor = document.querySelector('form.editor');
  if (!editor) return;
  const text = editor.elements.namedItem('text');
  const saved = text.value;
  let leaving = false;
  editor.addEventListener('submit', () => (leaving = true));
  // What was written is not lost by a slip.
  addEventListener('beforeunload', (event) => {
    if (!leaving && text.value !== saved) event.preventDefault();
  });
  // The preview follows the text, rendered by the server as on a site.
  const preview = editor.querySelector('[data-preview]');
  if (!preview) return;
  const policy = window.trustedTypes?.createPolicy('tidemark', { createHTML: (html) => html });
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
      preview.innerHTML = policy ? policy.createHTML(html) : html;
    } catch {
      // Without an answer the preview stays as it is; the button shows it, too.
    }
  };
  text.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(), 300);
  });
})();
