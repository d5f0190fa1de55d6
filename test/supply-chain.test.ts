import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/index.ts';

interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  readonly isBundled: boolean;
}

interface SupplyChain {
  shippedPackages(): Shipped[];
  refusedPackages(packages: readonly Shipped[]): Shipped[];
  printNotices(): string;
  printSbom(): string;
}

describe('what we ship of others', () => {
  let chain: SupplyChain;
  let packages: Shipped[];
  beforeAll(async () => {
    const folder: string = '../scripts';
    const { build } = (await import(`${folder}/ready.mjs`)) as { build: () => void };
    build();
    chain = (await import(`${folder}/supply-chain.mjs`)) as SupplyChain;
    packages = chain.shippedPackages();
  });

  it('has licences that we allow, and a package with another licence is found', () => {
    expect(chain.refusedPackages(packages)).toEqual([]);
    for (const licence of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN FILE', ''])
      expect(chain.refusedPackages([{ ...(packages[0] as Shipped), licence }])).toHaveLength(1);
  });

  it('is named in the notices and in the bill of materials, package by package', () => {
    const notices = chain.printNotices();
    const bom = JSON.parse(chain.printSbom()) as { components: { purl: string }[] };
    const urls = bom.components.map(({ purl }) => decodeURIComponent(purl));

    for (const { name, version, licence } of packages) {
      expect(notices).toContain(`## ${name} ${version} (${licence})\n`);
      expect(urls).toContain(`pkg:npm/${name}@${version}`);
    }
    expect(urls).toHaveLength(packages.length);
    // One of each kind: a package of the bundle, one that npm installs, one that such a package needs; one whose native part
    // is installed and whose scripts are in the bundle.
    expect(packages).toContainEqual(expect.objectContaining({ name: 'fastify', isBundled: true }));
    expect(packages).toContainEqual(expect.objectContaining({ name: 'beautiful-mermaid', isBundled: false }));
    expect(packages).toContainEqual(expect.objectContaining({ name: 'satteri', isBundled: true }));
    expect(packages).toContainEqual(expect.objectContaining({ name: 'elkjs', isBundled: false }));
    // Node 20 has the first of these, newer ones the second.
    const ofSqlite = packages.filter(({ name }) => name === 'better-sqlite3').map(({ version }) => version);
    expect(ofSqlite.map((version) => version.split('.')[0])).toEqual(['12', '13']);
    expect(packages.map(({ name }) => name)).not.toContain('vitest');
    // Packages that others load and nothing of ours calls.
    expect(packages.map(({ name }) => name)).not.toContain('luxon');
    expect(packages.map(({ name }) => name)).not.toContain('cron-parser');
  });

  it('makes a bill of materials that the schema of CycloneDX accepts', async () => {
    const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(
      chain.printSbom(),
    );

    expect(problems).toBeNull();
  });

  it('is in the built package, as the checkout has it now', () => {
    const built = (name: string): string => readFileSync(join(packageRoot(), 'dist', name), 'utf8');

    expect(built('THIRD-PARTY-NOTICES.md')).toBe(chain.printNotices());
    expect(built('sbom.cdx.json')).toBe(chain.printSbom());
  });
});
