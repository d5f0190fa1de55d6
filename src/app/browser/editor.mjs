// The editor of a page's markdown in a browser: it takes the place of the text field that the server wrote, and keeps that field up to
// date, so that the form, the preview and the warning before leaving work as without it.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, Language, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { enter, opening, paragraphBreaks, pictureAt, Places } from './writing.mjs';

const marks = [
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--primary)' },
  { tag: [tags.monospace, tags.quote, tags.comment], color: 'var(--text-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--text-soft)' },
];

/**
 * Front matter at the beginning of a page. Without it, the editor would take the dashes below the fields for the mark of a heading. The parser
 * looks for it before it looks for rules and lists, because these begin with dashes as well.
 */
const frontMatter = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.comment }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        const isFence = () => /^---[ \t]*$/.test(line.text);
        if (context.lineStart !== 0 || !isFence()) return false;
        while (context.nextLine() && !isFence());
        context.nextLine();
        context.addElement(context.elt('FrontMatter', 0, context.prevLineEnd()));
        return true;
      },
    },
  ],
};

/** Markdown with front matter, as the same language: the keys that continue a list ask for that one. */
const pageLanguage = new Language(
  markdownLanguage.data,
  markdownLanguage.parser.configure(frontMatter),
  [],
  'markdown',
);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--ground)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '0.9rem/1.6 var(--font-code)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.6rem 0', tabSize: '2' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--primary-soft)',
  },
});

/**
 * Types over a selection. A browser that does so itself keeps the look of the replaced words in an attribute `style`, which the page's policy
 * forbids.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false;
    if (state.readOnly || state.selection.ranges.every(({ empty }) => empty)) return false;
    event.preventDefault();
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
  // A browser composes words of an input method by itself, and nobody may replace them meanwhile: the selection goes before they come.
  compositionstart(_event, view) {
    const { state } = view;
    if (state.readOnly || state.selection.ranges.every(({ empty }) => empty)) return false;
    view.dispatch(state.replaceSelection(''), { userEvent: 'delete.selection', scrollIntoView: true });
    return false;
  },
});

const field = document.querySelector('form.editor textarea[name=text]');
if (field) {
  const place = document.createElement('div');
  place.className = 'editor-field';
  field.before(place);
  // Inside of a shadow tree its styles are constructed sheets, which the page's policy allows.
  const root = place.attachShadow({ mode: 'open' });
  const label = document.querySelector(`label[for=${field.id}]`);
  const places = new Places();
  // The field keeps the text that the page came with until somebody writes: an editor that is only opened saves nothing.
  const given = field.value;
  const begun = opening(given);
  // Until the writer moves the caret or writes, it is where the editor put it.
  let isCaretSet = begun.caret > 0;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: begun.text,
      selection: { anchor: begun.caret },
      extensions: [
        history(),
        drawSelection(),
        typeOver,
        EditorView.domEventHandlers({
          pointerdown: () => void (isCaretSet = true),
          keydown: ({ key }) => void (isCaretSet ||= key !== 'Tab' && key !== 'Shift'),
        }),
        EditorView.lineWrapping,
        // The key Tab goes on to the next field, as everywhere.
        keymap.of([{ key: 'Enter', run: enter }, ...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
        // Without the languages of HTML, scripts and styles, which would weigh as much again.
        new LanguageSupport(pageLanguage),
        syntaxHighlighting(HighlightStyle.define(marks)),
        look,
        EditorView.contentAttributes.of({
          'aria-label': label?.textContent ?? 'Text',
          // The text scrolls, so keys must reach it; checks of accessibility look for this attribute.
          tabindex: '0',
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        EditorView.updateListener.of(({ docChanged, changes, state, transactions }) => {
          isCaretSet ||= transactions.some((each) => each.isUserEvent('select') || each.isUserEvent('input'));
          if (!docChanged) return;
          places.follow(changes);
          const text = state.doc.toString();
          field.value = text === begun.text ? given : text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      ],
    }),
  });
  // A text that the browser had kept takes the place of what the page came with.
  field.addEventListener('restored', () => {
    if (field.value === view.state.doc.toString()) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: field.value } });
  });
  // A picture that comes later stands where it was put, whatever is written meanwhile.
  field.addEventListener('place', ({ detail: asked }) => {
    const { point } = asked;
    const caret = isCaretSet ? view.state.selection.main.to : undefined;
    const { at: first, isApart } = pictureAt(
      view.state.doc.toString(),
      (point && view.posAtCoords(point)) ?? caret,
    );
    const place = places.keep(first);
    let isFirst = true;
    const goTo = (at) => {
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    };
    if (point) goTo(place.at);
    // A writer who types on continues after the picture. `gap` is where a description is missing; the returned function moves the caret there.
    asked.put = (words, gap) => {
      const { at } = place;
      const { doc, selection } = view.state;
      const { lead, tail } =
        isApart && isFirst
          ? paragraphBreaks(doc.sliceString(0, at), doc.sliceString(at))
          : { lead: '', tail: '' };
      isFirst = false;
      const end = at + lead.length + words.length;
      const isHere = selection.main.to === at;
      view.dispatch({
        changes: { from: at, insert: lead + words + tail },
        ...(isHere ? { selection: { anchor: end }, scrollIntoView: true } : {}),
      });
      places.fill(place, end - at);
      if (gap === undefined) return undefined;
      const inside = places.keep(at + lead.length + gap);
      return () => goTo(inside.at);
    };
  });
  field.hidden = true;
  label?.removeAttribute('for');
  label?.addEventListener('click', () => view.focus());
  // Whoever opens the editor writes: its field has the keys at once.
  if (field.autofocus) view.focus();
}
