// Pictures come into the editor by paste, by drop and by the file field. Each picture goes into the change request at once, and its
// markdown to the place where somebody put it. Whatever fails, the text stays, and the picture can be sent again.
(() => {
  'use strict';
  const editor = document.querySelector('form.editor[data-pictures-at]');
  if (!editor) return;
  const field = (name) => editor.elements.namedItem(name);
  const text = field('text');
  const chooser = field('pictures');
  const told = editor.querySelector('[data-pictures]');
  const trouble = editor.querySelector('[data-picture-trouble]');
  /** The pictures that the service does not have yet, in order, each with its place in the text. */
  let waiting = [];
  let isBusy = false;
  /** The button that was pressed while a picture was on its way. */
  let pressed;

  const say = (words, ...buttons) =>
    told.replaceChildren(words, ...buttons.flatMap((button) => [' ', button]));
  const complain = (words, ...buttons) => {
    trouble.replaceChildren(...(words === '' ? [] : [words, ...buttons.flatMap((button) => [' ', button])]));
    trouble.hidden = words === '';
  };
  /** Answers a complaint: its buttons go away, and the keys stay near. */
  const settle = () => {
    complain('');
    chooser.focus({ preventScroll: true });
  };
  const button = (words, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = 'quiet';
    made.textContent = words;
    made.addEventListener('click', act);
    return made;
  };

  /** Keeps a place in the text for markdown that comes later; the editor has places that move with the text. */
  const placeAt = (point) => {
    const asked = { point };
    text.dispatchEvent(new CustomEvent('place', { detail: asked }));
    return asked.put ?? putIntoField;
  };
  const putIntoField = (words) => {
    // Before somebody sets the caret, it stands before the title.
    const at = text.selectionEnd || text.value.length;
    text.setRangeText(words, at, at, 'end');
    text.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const send = async ({ file, isPasted }) => {
    const body = new FormData();
    for (const name of ['form-token', 'page', 'base', 'into']) body.set(name, field(name)?.value ?? '');
    body.set('writing', editor.dataset.writing ?? '');
    if (isPasted) body.set('pasted', 'yes');
    body.set('pictures', file, file.name);
    try {
      const answer = await fetch(editor.dataset.picturesAt, {
        method: 'POST',
        body,
        headers: { accept: 'application/json' },
        redirect: 'error',
      });
      const said = await answer.json();
      if (answer.ok) return said;
      const isLater = answer.status >= 500 || answer.status === 429;
      return { problem: `${said.message ?? ''} ${said.hint ?? ''}`.trim(), isLater };
    } catch {
      return { problem: 'The service does not answer, so the picture is not added.', isLater: true };
    }
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    let added = 0;
    let describe;
    while (waiting.length > 0) {
      const [item] = waiting;
      say(
        waiting.length === 1 ? 'One picture is on its way.' : `${waiting.length} pictures are on their way.`,
      );
      const said = await send(item);
      if (said.state !== 'added') {
        say('');
        pressed = undefined;
        if (said.isLater) {
          const again = button('Try again', () => {
            settle();
            void work();
          });
          const without = button('Leave it out', () => {
            settle();
            waiting = [];
          });
          complain(`${said.problem} Your text is as it was.`, again, without);
          isBusy = false;
          return;
        }
        complain(said.problem);
      } else {
        // The script goes on in the change request first: what somebody types after that is saved there.
        editor.dispatchEvent(new CustomEvent('gone-into', { detail: said }));
        const [markdown] = said.markdown;
        const words = item.before + markdown;
        // Between empty brackets, the writer can say what the picture shows; a button leads there.
        describe = item.put(words, markdown.startsWith('![](') ? item.before.length + 2 : undefined);
        added += 1;
      }
      waiting.shift();
    }
    isBusy = false;
    if (added > 0)
      say(
        added === 1 ? 'The picture is in the text.' : `${added} pictures are in the text.`,
        ...(describe ? [button('Say what it shows', describe)] : []),
      );
    const next = pressed;
    pressed = undefined;
    if (next) editor.requestSubmit(next);
  };

  const add = (files, { put, isPasted = false }) => {
    const largest = Number(chooser.dataset.largest);
    const large = files.find(({ size }) => size > largest);
    complain(large ? `“${large.name}” ${chooser.dataset.tooLarge}` : '');
    const fits = files.filter(({ size }) => size <= largest);
    for (const [at, file] of fits.entries())
      waiting.push({ file, put, isPasted, before: at === 0 ? '' : '\n\n' });
    void work();
  };
  const take = (event, transfer, how) => {
    const files = [...(transfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    add(files, how());
  };
  const paste = (event) => {
    const { clipboardData } = event;
    // A copied table or paragraph also brings a picture of itself: the writer means its words.
    if (clipboardData?.types.includes('text/plain')) return;
    take(event, clipboardData, () => ({
      put: placeAt(),
      isPasted: [...clipboardData.files].every(({ name }) => /^image\.\w+$/.test(name)),
    }));
  };
  editor.addEventListener('paste', paste, true);

  const isDragged = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  editor.addEventListener('dragover', (event) => {
    if (!isDragged(event)) return;
    event.preventDefault();
    editor.classList.add('dragging');
  });
  editor.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!editor.contains(relatedTarget)) editor.classList.remove('dragging');
  });
  const drop = (event) => {
    editor.classList.remove('dragging');
    const point = { x: event.clientX, y: event.clientY };
    take(event, event.dataTransfer, () => ({ put: placeAt(point) }));
  };
  editor.addEventListener('drop', drop, true);

  chooser.addEventListener('change', () => {
    const files = [...chooser.files];
    // A picture that is already on its way is not sent again with the form.
    chooser.value = '';
    // The line above the text tells what becomes of them.
    const side = told.closest('.editor-side');
    const { top, bottom } = side.getBoundingClientRect();
    if (bottom < innerHeight / 2 || top > innerHeight / 2) side.scrollIntoView();
    add(files, { put: placeAt() });
  });
  editor
    .querySelector('[data-pictures-help]')
    .append(' Paste or drop them into the text, or choose them here.');

  // A form that is sent while a picture is on its way waits for it.
  const hold = (event) => {
    if (!isBusy) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = event.submitter;
  };
  editor.addEventListener('submit', hold, true);
  addEventListener('beforeunload', (event) => {
    if (waiting.length > 0) event.preventDefault();
  });
})();
