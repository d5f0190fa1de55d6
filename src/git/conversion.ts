import type { Conversion } from '../files/index.ts';
import { createAttributes } from './attributes.ts';
import type { Checkout } from './checkout.ts';
import { isWindowsText, lineEndsFor, lineEndSettings, withFileEnds, withStoredEnds } from './line-ends.ts';
import type { GitRepository, RepositoryPlace } from './port.ts';

export interface ConversionPorts {
  readonly place: RepositoryPlace & { workTree: string };
  readonly repository: Pick<GitRepository, 'has' | 'readBlob'>;
  readonly checkout: Pick<Checkout, 'staged'>;
  /** All configuration that counts for the repository. */
  readonly config: ReadonlyMap<string, string>;
  readonly isWindows: boolean;
}

/** Converts line ends between files and repository as git does, by its configuration and `.gitattributes`. Filters do not run. */
export function createConversion(ports: ConversionPorts): Conversion {
  const settings = lineEndSettings(ports.config, ports.isWindows);
  const attributesOf = createAttributes(ports.place, ports.config);
  const isCommittedCrlf = async (path: string): Promise<boolean> => {
    const oid = (await ports.checkout.staged()).get(path)?.oid;
    if (oid === undefined || !(await ports.repository.has(oid))) return false;
    return isWindowsText(await ports.repository.readBlob(oid));
  };
  return {
    stored: async (path, bytes) =>
      bytes.includes(13)
        ? withStoredEnds(bytes, lineEndsFor(attributesOf(path), settings), () => isCommittedCrlf(path))
        : bytes,
    checkedOut: async (path, bytes) =>
      bytes.includes(10) ? withFileEnds(bytes, lineEndsFor(attributesOf(path), settings)) : bytes,
  };
}
