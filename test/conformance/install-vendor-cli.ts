import { join } from 'node:path';
import { installedAside } from '../support/install-aside.ts';

/** The path of the vendor's program, or why it is missing. */
export type VendorCli = { readonly program: string } | { readonly missing: string };

/**
 * The vendor's command line. It is not a dependency of the project: its install script downloads a program from elsewhere, and older
 * versions of npm would run it.
 */
export async function vendorCli(): Promise<VendorCli> {
  const found = await installedAside(join(import.meta.dirname, 'vendor-cli'), 'vendor-cli');
  if ('missing' in found) return found;
  return { program: join(found.folder, 'node_modules', '@gitbook', 'cli', 'cli.js') };
}
