/** How many rounds a test of chance plays: few in `npm test`, which people run often, and all in `npm run test:all`. */
export function roundsOf({ usual, all }: { readonly usual: number; readonly all: number }): number {
  return process.env['TIDEMARK_TESTS'] === 'usual' ? usual : all;
}
