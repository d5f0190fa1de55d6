// Moves pages in the tree by the mouse. The script first says what a drop would do, and a form then does it; keys and touch have a page for
// that.
(() => {
  'use strict';
  const tree = document.querySelector('nav.tree');
  const form = tree?.querySelector('[data-tree-move]');
  if (!form) return;
  const field = (name) => form.elements.namedItem(name);
  const rowOf = (entry) => entry.querySelector(':scope > :is(a, .tree-word), :scope > details > summary');
  const nameOf = (entry) => rowOf(entry).textContent.trim();
  const entryAt = ({ target }) => (target instanceof Element ? target.closest('[data-entry]') : null);
  let moved;
  let shown;

  const unmark = () => {
    shown?.removeAttribute('data-drop');
    shown = undefined;
  };
  /** The place that a page gets when it is dropped here: before or after a row at the row's upper or lower edge, below it in the middle. */
  const placeAt = (event) => {
    const entry = entryAt(event);
    if (!moved || !entry || moved.contains(entry)) return undefined;
    const { top, height } = rowOf(entry).getBoundingClientRect();
    const share = (event.clientY - top) / height;
    const edge = 'holds' in entry.dataset ? 0.3 : 0.5;
    const where = share < edge ? 'before' : share > 1 - edge ? 'after' : 'into';
    return { entry, where };
  };
  const close = () => {
    form.hidden = true;
    if (form.contains(document.activeElement)) rowOf(moved)?.focus();
    moved = undefined;
  };

  for (const entry of tree.querySelectorAll('[data-entry]')) rowOf(entry).draggable = true;
  tree.addEventListener('dragstart', (event) => {
    const entry = entryAt(event);
    if (!entry) return;
    moved = entry;
    form.hidden = true;
    event.dataTransfer.effectAllowed = 'copyMove';
  });
  tree.addEventListener('dragover', (event) => {
    const place = placeAt(event);
    unmark();
    if (!place) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    shown = rowOf(place.entry);
    shown.dataset.drop = place.where;
  });
  tree.addEventListener('dragleave', unmark);
  tree.addEventListener('dragend', unmark);
  tree.addEventListener('drop', (event) => {
    const place = placeAt(event);
    unmark();
    if (!place) return;
    event.preventDefault();
    field('page').value = moved.dataset.entry;
    field('beside').value = place.entry.dataset.entry;
    field('where').value = place.where;
    const words = { before: 'before', after: 'after', into: 'below' }[place.where];
    form.hidden = false;
    form.querySelector('[role=status]').textContent =
      `Move “${nameOf(moved)}” ${words} “${nameOf(place.entry)}”?`;
    field('do').focus();
  });
  form.querySelector('[type=button]').addEventListener('click', close);
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
})();
