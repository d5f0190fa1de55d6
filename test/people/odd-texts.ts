import { look, styleOf } from './actor.ts';
import type { Actor, Deed } from './actor.ts';

/** Texts and files that cannot be sent as they are, and assets. */

export const filler = `${'x'.repeat(1000)}\n`.repeat(1100);

const odd =
  (name: string, make: (text: string, token: string) => Uint8Array | string): Deed =>
  async (actor) => {
    const page = actor.dice.pick((await look(actor)).pages);
    if (!page || isOdd(page.text)) return null;
    const token = actor.ledger.token(page.birth, actor.clone.name);
    await actor.clone.save(page.path, make(page.text, token), styleOf(actor.dice));
    return `writes ${token} into ${page.path}, with ${name}`;
  };

export const savesANulByte = odd('a NUL byte', (text, token) => `${text}\n${token}\n\n\0\n`);
export const savesLatin1 = odd('a letter in Latin-1', (text, token) =>
  Buffer.concat([Buffer.from(`${text}\n${token}\n\n`), Buffer.from('caf\xe9\n', 'latin1')]),
);
export const savesAPageOverTheLimit = odd(
  'more than a page may hold',
  (text, token) => `${text}\n${token}\n\n${filler}`,
);
export const leavesMarks = odd(
  'what a merge left behind',
  (text, token) => `${text}\n<<<<<<< HEAD\n${token}\n=======\n>>>>>>> docs/main\n`,
);
export const leavesAKeyTwice = odd('a key that is twice in the front matter', (text, token) => {
  const page = `${text}\n${token}\n`;
  const lines = 'icon: star\nicon: heart\n';
  return page.startsWith('---')
    ? page.replace(/^---\r?\n(?:id: .*\n)?/u, `$&${lines}`)
    : `---\n${lines}---\n\n${page}`;
});

export function isOdd(text: string): boolean {
  return (
    [/[\0\u{fffd}]/u, /^<{7} HEAD$/mu, /^icon: heart$/mu].some((sign) => sign.test(text)) ||
    text.includes(filler)
  );
}

/** A person mends a text that could not be sent. */
export function mended(text: string): string {
  return text
    .replaceAll(filler, '')
    .split('\n')
    .filter((line) => !/[\0\u{fffd}]|^(?:<{7} HEAD|={7}|>{7} docs\/main|icon: (?:star|heart))$/u.test(line))
    .join('\n')
    .replace(/^---\n---\n\n/u, '');
}

async function assets(actor: Actor): Promise<string[]> {
  const folder = `${actor.clone.root}.gitbook/assets/`;
  return [...(await actor.clone.files()).keys()].filter((path) => path.startsWith(folder)).sort();
}

export const addsAnAsset: Deed = async (actor) => {
  const page = actor.dice.pick((await look(actor)).pages);
  if (!page) return null;
  const { clone, ledger, dice } = actor;
  const name = `shot ${ledger.next()}.png`;
  const path = `${clone.root}.gitbook/assets/${name}`;
  await clone.save(path, picture(dice.number(256)), styleOf(dice));
  const up = '../'.repeat(page.target.split('/').length - 1);
  const line = `![A shot](<${up}.gitbook/assets/${name}>)`;
  await clone.save(page.path, `${page.text.trimEnd()}\n\n${line}\n`, styleOf(dice));
  return `adds ${path}, and shows it in ${page.path}`;
};

export const changesAnAsset: Deed = async (actor) => {
  const path = actor.dice.pick(await assets(actor));
  if (path === undefined) return null;
  await actor.clone.save(path, picture(actor.dice.number(256)), styleOf(actor.dice));
  return `saves another picture as ${path}`;
};

export const deletesAnAsset: Deed = async (actor) => {
  const path = actor.dice.pick(await assets(actor));
  if (path === undefined) return null;
  await actor.clone.remove(path);
  return `deletes ${path}`;
};

function picture(byte: number): Uint8Array {
  return Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255, byte]);
}
