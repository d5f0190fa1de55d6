/** The look that a writer gave to a block, in attributes of SVG. */
export type BlockLook = Readonly<Record<string, string | number>>;

/** A block, with the blocks in it. */
export interface Block {
  /** The name of a block; empty for the whole drawing. */
  readonly id: string;
  label: string;
  /** `group` for a block with blocks in it, `space` for a place that stays free, else the brackets around its words. */
  shape: string;
  /** The directions of a block that is an arrow. */
  directions: readonly string[];
  /** How many columns the block takes. */
  span: number;
  /** How many columns the blocks in it have; undefined for as many as there are blocks. */
  columns: number | undefined;
  readonly blocks: Block[];
  look: BlockLook;
}

export interface BlockLink {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isShown: boolean;
  readonly isDashed: boolean;
  readonly isThick: boolean;
  readonly heads: readonly [boolean, boolean];
}

export interface BlockPlan {
  readonly root: Block;
  readonly links: readonly BlockLink[];
}

const columnsForm = /columns\s+(?:(\d+)|auto)\b/y;
const spaceForm = /space(?::(\d+))?(?![\w:([{<>-])/y;
const openForm = /block(?:-beta)?(?:(:)(?=\S)|(?=\s|$))/y;
const endForm = /end(?![\w:([{<>-])/y;
const styleForm = /(classDef|class|style)[ \t]+([^\n]*)/y;
const arrowForm = /\s*<\[\s*"([^"]*)"\s*\]>\s*\(([^)]*)\)/y;
const shapeForm =
  /\s*(\(\(\(|\(\(|\(\[|\[\[|\[\(|\[\/|\[\\|\{\{|[([{>])\s*(?:"`?([^"]*?)`?"|([^"\])}]*?))\s*(\)\)\)|\)\)|\]\)|\]\]|\)\]|\/\]|\\\]|\}\}|[)\]}])/y;
const idForm = /[^\s()[\]{}<>:="`-]+(?:-(?![-.)>])[^\s()[\]{}<>:="`-]+)*/y;
const spanForm = /:(\d+)/y;
const linkForm = /\s*([xo<]?)(--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?|~~~+)\s*(?:\|\s*"?([^|"]*?)"?\s*\|)?/y;
const labelledForm = /\s*([xo<]?)(?:--|==|-\.)\s*"([^"]*)"\s*(--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?)/y;

/** Reads the statements of a block diagram; `unread` is the first thing that is not understood. */
export function blockPlan(source: string): BlockPlan | { readonly unread: string } {
  return new Reader(source).read();
}

class Reader {
  readonly #source: string;
  readonly #links: BlockLink[] = [];
  readonly #known = new Map<string, Block>();
  readonly #classes = new Map<string, BlockLook>();
  readonly #later: (() => void)[] = [];
  #at = 0;
  #number = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): BlockPlan | { readonly unread: string } {
    const root = newBlock('', 'group');
    const open = [root];
    this.#take(openForm);
    for (;;) {
      this.#take(/\s+/y);
      if (this.#at >= this.#source.length) break;
      const start = this.#at;
      const around = open.at(-1) as Block;
      if (this.#take(endForm)) open.pop();
      else if (!this.#readStatement(around, open)) open.length = 0;
      if (open.length === 0) return { unread: this.#lineAt(start) };
    }
    if (open.length > 1 || root.blocks.length === 0) return { unread: this.#source.split('\n')[0] ?? '' };
    for (const apply of this.#later) apply();
    return { root, links: this.#links };
  }

  #lineAt(place: number): string {
    const before = this.#source.slice(0, place).split('\n').at(-1) ?? '';
    return `${before}${this.#source.slice(place).split('\n')[0] ?? ''}`.trim();
  }

  #readStatement(around: Block, open: Block[]): boolean {
    const columns = this.#take(columnsForm);
    if (columns) {
      around.columns = columns[1] === undefined ? undefined : Math.min(100, Number(columns[1]));
      return true;
    }
    const space = this.#take(spaceForm);
    if (space) {
      around.blocks.push({ ...newBlock(this.#name(), 'space'), span: spanOf(space[1]) });
      return true;
    }
    const style = this.#take(styleForm);
    if (style) return this.#readStyle(style);
    const opened = this.#take(openForm);
    if (opened) {
      const named = opened[1] === undefined ? undefined : this.#readBlock(around);
      if (opened[1] !== undefined && !named) return false;
      const block = named ?? this.#added(around, newBlock(this.#name(), 'group'));
      if (block.label === block.id) block.label = '';
      block.shape = 'group';
      open.push(block);
      return true;
    }
    return this.#readChain(around);
  }

  /** Blocks with links between them. */
  #readChain(around: Block): boolean {
    let from = this.#readBlock(around);
    while (from) {
      const labelled = this.#take(labelledForm);
      const plain = labelled ?? this.#take(linkForm);
      if (!plain) return true;
      this.#take(/\s+/y);
      const to = this.#readBlock(around);
      if (!to) return false;
      const [, back = '', second = '', third = ''] = plain;
      const [stroke, label] = labelled ? [third, second] : [second, third];
      this.#links.push({
        from: from.id,
        to: to.id,
        label,
        isShown: !stroke.includes('~'),
        isDashed: stroke.includes('.'),
        isThick: stroke.includes('='),
        heads: [back !== '', /[xo>]$/.test(stroke)],
      });
      from = to;
    }
    return false;
  }

  #readBlock(around: Block): Block | undefined {
    const id = this.#take(idForm)?.[0];
    if (id === undefined) return undefined;
    const arrow = this.#take(arrowForm);
    const shape = arrow ? null : this.#take(shapeForm);
    const block = this.#known.get(id) ?? this.#added(around, newBlock(id, '['));
    if (arrow) {
      block.shape = 'arrow';
      block.label = arrow[1] ?? '';
      block.directions = (arrow[2] ?? '').split(/[\s,]+/).filter((each) => each !== '');
    } else if (shape) {
      block.shape = `${shape[1]}${shape[4]}`;
      block.label = shape[2] ?? shape[3] ?? '';
    }
    block.label = block.label.replaceAll('&nbsp;', ' ').trim();
    const span = this.#take(spanForm);
    if (span) block.span = spanOf(span[1]);
    return block;
  }

  #added(around: Block, block: Block): Block {
    around.blocks.push(block);
    this.#known.set(block.id, block);
    return block;
  }

  #readStyle([, word, rest = '']: RegExpExecArray): boolean {
    const [, names = '', last = ''] = /^([\w-]+(?:\s*,\s*[\w-]+)*)\s*(.*?);?\s*$/.exec(rest) ?? [];
    if (names === '') return false;
    if (word === 'classDef') this.#classes.set(names, lookOf(last));
    else
      this.#later.push(() => {
        const look = word === 'class' ? this.#classes.get(last) : lookOf(last);
        for (const name of names.split(/\s*,\s*/)) {
          const block = this.#known.get(name);
          if (block) block.look = { ...block.look, ...look };
        }
      });
    return true;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source);
    if (match) this.#at = form.lastIndex;
    return match;
  }

  /** A name for a block that has none; names of writers have no blanks. */
  #name(): string {
    this.#number += 1;
    return ` ${this.#number}`;
  }
}

function newBlock(id: string, shape: string): Block {
  return {
    id,
    label: shape === '[' ? id : '',
    shape,
    directions: [],
    span: 1,
    columns: undefined,
    blocks: [],
    look: {},
  };
}

function spanOf(written: string | undefined): number {
  return Math.min(100, Math.max(1, Number(written ?? 1)));
}

/** The color that a writer gave to a block, in a strength that words stay readable on. */
function lookOf(styles: string): BlockLook {
  const color = (name: string): string | undefined =>
    new RegExp(`(?:^|[,;\\s])${name}\\s*:\\s*(#[0-9a-f]{3,8}|[a-z]+)`, 'i').exec(styles)?.[1];
  const [fill, stroke] = [color('fill'), color('stroke')];
  const edge = stroke ?? fill;
  return {
    ...(fill === undefined ? {} : { fill, 'fill-opacity': 0.25 }),
    ...(edge === undefined ? {} : { stroke: edge }),
  };
}
