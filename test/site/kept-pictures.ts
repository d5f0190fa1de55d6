import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { compared, drawnWith, mostDiffering, packed } from './pictures.ts';

const folder = fileURLToPath(new URL('../golden/pictures/', import.meta.url));
const makers = join(folder, 'drawn-with.json');
/** The folder for pictures that differ, so that a person can look at them. */
const shown = join(tmpdir(), 'tidemark-look');
/** Names of the pictures to accept, or `all`; `npm run look` sets it. */
const accepted = new Set((process.env['TIDEMARK_ACCEPT_LOOK'] ?? '').split(' ').filter(Boolean));
const accepts = (name: string): boolean => accepted.has('all') || accepted.has(name);

/** The accepted pictures. */
export interface KeptPictures {
  /** False if another browser or other fonts drew them, so that nothing can be compared. */
  readonly isSameMachine: boolean;
  pack(png: Uint8Array): Promise<Buffer>;
  differing(one: Uint8Array, other: Uint8Array): Promise<number>;
  /**
   * Compares a picture with the accepted one of its name; returns a message if they differ. A picture that differs is taken once more: on a
   * busy machine, a browser now and then draws a border between two pixels.
   */
  compare(name: string, take: () => Promise<Uint8Array>): Promise<string | undefined>;
}

/** A browser's release, without its patches: `156` of `156.0.8078.79`. */
const releaseOf = (version: string): string => version.split('.')[0] ?? '';

/** Opens the accepted pictures; `browser` draws the new ones. */
export async function keptPictures(browser: Browser): Promise<KeptPictures> {
  // A page without a policy, in which pictures are encoded and compared.
  const desk = await browser.newPage();
  const drawn = await drawnWith(desk);
  if (accepts('all')) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(makers, `${JSON.stringify(drawn, null, 2)}\n`);
  }
  const recorded = existsSync(makers)
    ? (JSON.parse(readFileSync(makers, 'utf8')) as typeof drawn)
    : undefined;
  // A patch of a release leaves the drawing as it is; where it does not, the fonts' drawing is another one as well.
  const isSameMachine =
    recorded !== undefined &&
    releaseOf(recorded.browser) === releaseOf(drawn.browser) &&
    recorded.fonts === drawn.fonts;
  if (!isSameMachine)
    console.info(
      `Pictures of pages are not compared: they were drawn by Chromium ${recorded?.browser ?? '(none)'} with other fonts or another release than here (${drawn.browser}).`,
    );
  return {
    isSameMachine,
    pack: (png) => packed(desk, png),
    differing: async (one, other) => (await compared(desk, one, other)).differing,
    compare: async (name, take) => {
      const file = join(folder, `${name}.webp`);
      if (accepts(name)) writeFileSync(file, await packed(desk, await take()));
      if (!existsSync(file)) return `${name} was never accepted: look at it, then npm run look -- ${name}`;
      const drawn = async (): Promise<{ now: Buffer; differing: number; picture: Buffer }> => {
        const now = await packed(desk, await take());
        return { now, ...(await compared(desk, readFileSync(file), now)) };
      };
      let { now, differing, picture } = await drawn();
      if (differing > mostDiffering) ({ now, differing, picture } = await drawn());
      if (differing <= mostDiffering) return undefined;
      mkdirSync(shown, { recursive: true });
      writeFileSync(join(shown, `${name}.now.webp`), now);
      writeFileSync(join(shown, `${name}.difference.png`), picture);
      return `${name} looks different: see ${join(shown, name)}.now.webp and .difference.png; if it is right, npm run look -- ${name}`;
    },
  };
}
