// Lists the work of others that we ship: the packages in the bundle and those that npm installs, with their licences. The build
// writes the third-party notices and a CycloneDX bill of materials (SBOM) from this list; a test compares it with the allowed
// licences.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseLicence from 'spdx-expression-parse';
import licenceSatisfies from 'spdx-satisfies';
import { root } from './ready.mjs';

/** The allowed licences, and what each of them requires. */
export const allowedLicences = {
  MIT: 'Its notice is shipped.',
  ISC: 'Its notice is shipped.',
  'BSD-2-Clause': 'Its notice is shipped.',
  'BSD-3-Clause': 'Its notice is shipped, and its authors are not named as supporters.',
  '0BSD': 'It asks for nothing.',
  Zlib: 'Its notice is shipped.',
  'Apache-2.0': 'Its licence and NOTICE are shipped.',
  'BlueOak-1.0.0': 'Its notice is shipped.',
  'CC-BY-4.0': 'For icons alone: the notice names the author.',
  'EPL-2.0': 'For packages that npm installs beside ours, unchanged: their source is in their own package.',
  WTFPL: 'It asks for nothing.',
};

/**
 * The packages that npm installs on Node 22 and later, where the lock file has better-sqlite3 12 with its dependencies (see
 * docs/decisions/service-store.md). The test of the installed package fails when another version is installed.
 */
const onNewerNodes = [
  { name: 'better-sqlite3', version: '13.2.0', licence: 'MIT', folder: 'node_modules/better-sqlite3' },
  { name: 'node-addon-api', version: '8.9.2', licence: 'MIT', folder: 'node_modules/node-addon-api' },
].map((each) => ({ ...each, author: '', isBundled: false }));

const read = (path) => JSON.parse(readFileSync(resolve(root, path), 'utf8'));

/**
 * Returns all packages of an installation besides ours, sorted by name: those in the bundle, and those that npm
 * installs. `dist` is a folder that the build has written.
 */
export function shippedPackages(dist = 'dist') {
  const bundled = read(join(dist, 'bundled.json')).packages.map(({ folder }) => ({
    folder,
    isBundled: true,
  }));
  const installed = [...installedFolders()].map((folder) => ({ folder, isBundled: false }));
  const described = [...bundled, ...installed].map((each) => ({ ...describePackage(each.folder), ...each }));
  const byName = new Map();
  for (const each of [...described, ...onNewerNodes]) {
    // The same version may be in several folders.
    const key = `${each.name}@${each.version}`;
    if (!byName.has(key)) byName.set(key, each);
  }
  return [...byName.values()].sort((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  );
}

/** The folders of the packages that npm installs for ours, found through the lock file the way Node finds them. */
function installedFolders() {
  const { packages } = read('package-lock.json');
  const found = new Set();
  const visit = (from, { dependencies = {}, optionalDependencies = {} }) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      let base = from;
      let folder = join(base, 'node_modules', name);
      while (!(folder in packages) && base !== '') {
        base = base.includes('/node_modules/') ? base.slice(0, base.lastIndexOf('/node_modules/')) : '';
        folder = join(base, 'node_modules', name);
      }
      if (!(folder in packages) || found.has(folder)) continue;
      found.add(folder);
      visit(folder, packages[folder]);
    }
  };
  visit('', packages['']);
  return found;
}

/** A package for another platform is not on this disk, so its version and licence come from the lock file. */
function describePackage(folder) {
  if (!existsSync(join(root, folder, 'package.json'))) {
    const { version, license: licence = '' } = read('package-lock.json').packages[folder];
    return { name: folder.replace(/^.*node_modules\//, ''), version, licence, author: '' };
  }
  const { name, version, license, licenses, author } = read(join(folder, 'package.json'));
  const old = licenses?.map(({ type }) => type).join(' OR ');
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : (license?.type ?? old ?? ''),
    author: typeof author === 'string' ? author : (author?.name ?? ''),
  };
}

/** The packages whose licence is not allowed. */
export function refusedPackages(packages = shippedPackages()) {
  const allowed = Object.keys(allowedLicences);
  return packages.filter(({ licence }) => {
    try {
      parseLicence(licence);
      return !licenceSatisfies(licence, allowed);
    } catch {
      return true;
    }
  });
}

/** The texts of a package's licences and notices. */
function noticesOf(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => /^(?:licen[sc]e|copying|notice)(?:[.-].*)?$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
}

/** Prints the notices of all packages as markdown. Packages with the same text are named together above it. */
export function printNotices(packages = shippedPackages()) {
  const byText = new Map();
  for (const each of packages) {
    const texts = noticesOf(each.folder);
    const text =
      texts.length > 0
        ? texts.join('\n\n')
        : `Licence: ${each.licence}.${each.author && ` Author: ${each.author}.`}`;
    byText.set(text, [...(byText.get(text) ?? []), each]);
  }
  // Texts that differ in their holders alone stand together: the package is compressed, and a reader compares them.
  const sorted = [...byText].sort(([one], [other]) =>
    compareTexts(withoutHolders(one), withoutHolders(other)),
  );
  const parts = sorted.map(([text, users]) => {
    const heads = users.map(({ name, version, licence }) => `## ${name} ${version} (${licence})`);
    // A text may contain fences, but an indentation of four spaces makes any text code.
    return `${heads.join('\n\n')}\n\n${text.replace(/^/gm, '    ')}\n`;
  });
  return `# Third-party notices\n\nTidemark contains or installs these packages. Each has its own licence.\n\n${parts.join('\n')}`;
}

/** A licence's text without its copyright lines and line breaks. */
const withoutHolders = (text) =>
  text
    .replace(/^.*copyright.*$/gim, '')
    .replace(/\s+/g, ' ')
    .trim();

const compareTexts = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** Prints the bill of materials as CycloneDX 1.6 JSON. The same checkout gives the same text. */
export function printSbom(packages = shippedPackages()) {
  const { name, version, description, license } = read('package.json');
  const ours = component({ name, version, licence: license, type: Enums.ComponentType.Application });
  ours.description = description;
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: ours }) });
  for (const each of packages) {
    const part = component({ ...each, type: Enums.ComponentType.Library });
    const where = each.isBundled ? 'bundled' : 'installed beside the package';
    part.properties.add(new Models.Property('tidemark:delivery', where));
    bom.components.add(part);
    ours.dependencies.add(part.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true })}\n`;
}

function component({ name, version, licence, type }) {
  const [scope, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = new PackageURL('npm', scope, bare, version, undefined, undefined).toString();
  const part = new Models.Component(type, bare, { group: scope, version, bomRef: purl, purl });
  const isPlain = /^[\w.+-]+$/.test(licence);
  if (licence !== '')
    part.licenses.add(isPlain ? new Models.SpdxLicense(licence) : new Models.LicenseExpression(licence));
  return part;
}

/** Writes both documents into a folder that the build writes, and refuses a package whose licence is not allowed. */
export function writeSupplyChain(dist) {
  const packages = shippedPackages(dist);
  const refused = refusedPackages(packages);
  if (refused.length > 0) {
    const list = refused.map(({ name, version, licence }) => `${name} ${version} (${licence || 'none'})`);
    throw new Error(
      `These packages have a licence that scripts/supply-chain.mjs does not allow: ${list.join(', ')}`,
    );
  }
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.md'), printNotices(packages));
  writeFileSync(join(dist, 'sbom.cdx.json'), printSbom(packages));
}
