import { Script } from 'node:vm';
import { Eta } from 'eta';
import { messageOf } from '../../base/index.ts';

/** Why a template cannot be used. */
export interface TemplateFault {
  /** The template without its ending: the innermost, where templates include each other. */
  readonly name: string;
  /** From 1; undefined where nothing tells it. */
  readonly line: number | undefined;
  readonly reason: string;
  readonly cause: unknown;
}

/** The failure of a template, on its way out through the templates that include it. */
class FailedTemplate extends Error {
  readonly template: string;

  constructor(template: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.template = template;
  }
}

/** Makes the engine, which notes the name of the template that fails. */
function templateEngine(debug = false): Eta {
  const eta = new Eta({ autoEscape: true, autoTrim: false, cache: true, debug });
  const render = eta.render.bind(eta);
  eta.render = (template, data, meta) => {
    const name = String(template).replace(/^@/, '');
    if (typeof template === 'string' && eta.templatesSync.get(template) === undefined)
      throw new Error(`there is no template ${name} to include`);
    try {
      return render(template, data, meta);
    } catch (error) {
      throw error instanceof FailedTemplate ? error : new FailedTemplate(name, error);
    }
  };
  return eta;
}

/**
 * Compiles templates, by name, and returns what prints the template `page`. `fail` is called, and has to throw, for a template that cannot
 * be compiled, and later for one that fails.
 */
export function compileTemplates(
  texts: ReadonlyMap<string, string>,
  fail: (fault: TemplateFault) => never,
): (view: object) => string {
  const eta = templateEngine();
  for (const [name, text] of texts) {
    try {
      eta.loadTemplate(`@${name}`, text);
    } catch (cause) {
      fail({ name, ...faultOfSyntax(text, messageOf(cause)), cause });
    }
  }
  return (view) => {
    try {
      return eta.render('@page', view);
    } catch (cause) {
      const name = cause instanceof FailedTemplate ? cause.template : 'page';
      const reason = messageOf(cause);
      return fail({ name, line: lineOfFailure(texts, view, reason), reason, cause });
    }
  };
}

/** Prints a page once more, with code that counts lines; such code is slower and not always the same, so it only serves for this. */
function lineOfFailure(texts: ReadonlyMap<string, string>, view: object, reason: string): number | undefined {
  const eta = templateEngine(true);
  let first: { line: number; reason: string } | undefined;
  eta.RuntimeErr = (error, _, line) => {
    first ??= { line, reason: messageOf(error) };
    throw error;
  };
  try {
    for (const [name, text] of texts) eta.loadTemplate(`@${name}`, text);
    eta.render('@page', view);
  } catch {
    // The first failure was the innermost.
  }
  return first?.reason === reason ? first.line : undefined;
}

/** The line and the reason of a template that cannot be compiled, from the message of the compiler, which does not always know the line. */
function faultOfSyntax(text: string, message: string): Pick<TemplateFault, 'line' | 'reason'> {
  const placed = /^(.*) at line (\d+) col \d+/.exec(message);
  if (placed) return { line: Number(placed[2]), reason: placed[1] ?? message };
  const reason = /^Bad template syntax\s+(.*)/.exec(message)?.[1] ?? message;
  for (const part of new Eta({ debug: true }).parse(text)) {
    if (typeof part === 'string' || part.t === 'e') continue;
    try {
      new Script(`(${part.val}\n)`);
    } catch (error) {
      return { line: part.lineNo, reason: messageOf(error) };
    }
  }
  return { line: undefined, reason: `its parts in <% … %> do not fit together (${reason})` };
}
