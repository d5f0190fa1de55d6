import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { packageRoot } from '../base/index.ts';
import { readerStyles } from '../site/index.ts';

/** A file that pages load: its address names its content, so that a browser may keep the file for ever. */
export interface StaticFile {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The app's templates, and the files that its pages load. */
export interface Templates {
  render(template: string, data: object): string;
  readonly styles: StaticFile;
  readonly script: StaticFile;
  /** Saves the text in the editor without being asked. */
  readonly autosave: StaticFile;
  /** Offers the texts of a page that the browser keeps. */
  readonly kept: StaticFile;
  /** Puts pictures into the text that somebody writes. */
  readonly pictures: StaticFile;
  /** Shows a site with the look that a form says. */
  readonly look: StaticFile;
  /** Moves pages in the tree by the mouse. */
  readonly tree: StaticFile;
  /** The editor, for pages with a text to write; undefined in a checkout that was never built. */
  readonly editor: StaticFile | undefined;
}

/**
 * Loads the files of the package's folder of templates. Everything that a template prints is escaped, unless the template says otherwise.
 */
export function loadTemplates(): Templates {
  const folder = join(packageRoot(), 'templates', 'app');
  const eta = new Eta({ autoEscape: true, autoTrim: false, cache: true });
  for (const file of readdirSync(folder))
    if (file.endsWith('.eta'))
      eta.loadTemplate(`@${file.slice(0, -4)}`, readFileSync(join(folder, file), 'utf8'));
  const editor = join(packageRoot(), 'dist', 'app-editor.js');
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const script = (name: string): StaticFile => staticFile(name, 'text/javascript; charset=utf-8', text(name));
  return {
    render: (template, data) => eta.render(`@${template}`, data),
    styles: staticFile('app.css', 'text/css; charset=utf-8', readerStyles() + text('app.css')),
    script: script('app.js'),
    autosave: script('autosave.js'),
    kept: script('kept.js'),
    pictures: script('pictures.js'),
    look: script('look.js'),
    tree: script('tree.js'),
    editor: existsSync(editor)
      ? staticFile('editor.js', 'text/javascript; charset=utf-8', readFileSync(editor, 'utf8'))
      : undefined,
  };
}

function staticFile(name: string, type: string, text: string): StaticFile {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { path: `/app/~files/${hash}/${name}`, type, text };
}
