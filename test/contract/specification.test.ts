/** Compares the contract with the tables of the specification, which is beside the project (not in it). */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definitions, operations } from '../../src/contract/index.ts';
import type { Claim } from './specification/claims.ts';
import { printClaim } from './specification/claims.ts';
import { parentsOf, schemasAt, unkept } from './specification/contract-view.ts';
import type { ContractView } from './specification/contract-view.ts';
import { readSections } from './specification/document.ts';
import { endpointClaims, readEndpoints } from './specification/endpoints.ts';
import type { Endpoint } from './specification/endpoints.ts';
import { limitClaims } from './specification/limits.ts';
import { definitionOf, fieldTableClaims, proseClaims, readSharedTypes } from './specification/resources.ts';

const beside = new URL('../../../shared/interface/', import.meta.url);
const source = new URL('specification.md', beside);
const present = existsSync(source);
if (!present) console.warn('skipped: the specification is not beside the project (../shared/interface)');

function readSpecification(markdown: string): { claims: Claim[]; endpoints: Endpoint[] } {
  const sections = readSections(markdown);
  const shared = readSharedTypes(sections.find(({ title }) => title === 'Shared types')!);
  const endpoints = readEndpoints(sections.filter(({ chapter }) => chapter === 'Endpoints'));
  const claims = endpoints.flatMap((endpoint) => endpointClaims(endpoint, shared));
  for (const section of sections.filter(({ chapter }) => chapter === 'Resources and their fields')) {
    const root = definitionOf[section.title.replace(/ \(.*/, '')];
    const both = / and CommentReply/.test(section.title);
    for (const { head, rows } of section.tables) {
      if (head[0] !== 'Field' || root === undefined) continue;
      claims.push(...fieldTableClaims(root, rows, shared));
      if (both) {
        const replies = rows.filter(([, , notes]) => notes !== 'comment only');
        claims.push(...fieldTableClaims('CommentReply', replies, shared));
      }
    }
    if (section.tables.length === 0) claims.push(...proseClaims(section, shared));
  }
  const integrations = sections.find(({ title }) => title === 'Integrations')!;
  const publish = integrations.tables.find(({ head }) => head[2] === 'Rule')!;
  claims.push(
    ...fieldTableClaims(
      'POST /v1/integrations/{integrationName} body',
      publish.rows.map(([name = '', type = '', rule = '']) => [name, type, rule]),
      shared,
    ),
  );
  const lists = endpoints.filter(({ response }) => /^list of|next, count|envelope/.test(response));
  claims.push(
    ...limitClaims(
      sections.find(({ title }) => title === 'Limits')!,
      lists.map(({ method, path }) => `${method} ${path}`),
    ),
  );
  return { claims: unique(claims), endpoints };
}

function unique(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [`${claim.kind} ${printClaim(claim)}`, claim])).values()];
}

const contract = JSON.parse(JSON.stringify({ definitions, operations })) as ContractView;

describe.skipIf(!present)('the specification', () => {
  const { claims, endpoints } = present
    ? readSpecification(readFileSync(source, 'utf8'))
    : { claims: [], endpoints: [] };

  test('is read as 114 operations, and they are those of the table', () => {
    const listed = readFileSync(new URL('operations.tsv', beside), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));

    expect(endpoints).toHaveLength(114);
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      listed.map(([method, path]) => `${method} ${path}`).sort(),
    );
    for (const [method, path, name] of listed) {
      expect(contract.operations[name!], name).toMatchObject({ method, path, source: 'specification' });
    }
    expect(Object.values(operations).filter((row) => row.source === 'specification')).toHaveLength(114);
  });

  test('agrees with the statuses of the list of operations', () => {
    for (const line of readFileSync(new URL('operations.tsv', beside), 'utf8').trim().split('\n').slice(1)) {
      const [, , name = '', statuses = ''] = line.split('\t');
      const row = operations[name as keyof typeof operations];
      const numbers = statuses.match(/\d+/g)!.map(Number);
      const declared: readonly number[] = [row.success.status, ...row.success.also, ...row.errors];
      expect(row.success.location, name).toBe(statuses.includes('Location'));
      for (const status of numbers) expect(declared, `${name} ${status}`).toContain(status);
      expect(
        numbers
          .filter((status) => status < 300)
          .every((status) => status === row.success.status || row.success.also.includes(status)),
        name,
      ).toBe(true);
    }
  });

  test('makes no claim that the contract does not fulfil', () => {
    console.info(`checked ${claims.length} statements of the specification`);
    expect(claims.length).toBeGreaterThan(1000);
    expect(unkept(claims, contract)).toEqual([]);
  });

  test('notices every broken part of the contract, one claim at a time', () => {
    const survivors: string[] = [];
    let broken = 0;
    for (const claim of claims) {
      const mend = remember(claim, contract);
      if (breakClaim(claim, contract)) {
        broken++;
        if (unkept([claim], contract).length === 0) survivors.push(printClaim(claim));
      }
      mend();
    }

    expect(unkept(claims, contract)).toEqual([]);
    console.info(`broke the contract in ${broken} places`);
    expect(broken).toBeGreaterThan(1000);
    expect(survivors).toEqual([]);
  });
});

/** Remembers the objects that breaking a claim changes; the returned function restores them. */
function remember(claim: Claim, view: ContractView): () => void {
  const parents = parentsOf(claim.at, view);
  const schemas = schemasAt(claim.at, view);
  const touched: object[] = [
    view.operations,
    ...Object.values(view.operations).map(({ success }) => success),
    ...parents,
    ...parents.map(({ properties }) => properties ?? {}),
    ...schemas,
    ...schemas.flatMap(({ items }) => (items === undefined ? [] : [items])),
  ];
  const before = touched.map((object) => ({ object, copy: { ...object } }));
  return () => {
    for (const { object, copy } of before) {
      for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key];
      Object.assign(object, copy);
    }
  };
}

/** Removes what a claim asks for; returns whether there was anything to remove. */
function breakClaim(claim: Claim, copy: ContractView): boolean {
  const name = claim.at.path.at(-1)!;
  const schemas = schemasAt(claim.at, copy);
  const parents = parentsOf(claim.at, copy);
  switch (claim.kind) {
    case 'operation': {
      const [method, path] = claim.at.root.split(' ');
      for (const [id, row] of Object.entries(copy.operations)) {
        if (row.method === method && row.path === path) delete copy.operations[id];
      }
      return true;
    }
    case 'field':
      for (const parent of parents) delete parent.properties![name];
      return parents.length > 0;
    case 'required':
      for (const parent of parents)
        parent.required = (parent.required ?? []).filter((other) => other !== name);
      return true;
    case 'optional':
      for (const parent of parents) parent.required = [...(parent.required ?? []), name];
      return true;
    case 'nullable':
      for (const schema of schemas) if (schema.type === 'null') schema.type = 'string';
      return true;
    case 'keyword':
      for (const schema of schemas) {
        if (claim.keyword === 'minimum' || claim.keyword === 'maximum') {
          const end = claim.keyword === 'minimum' ? 'min' : 'max';
          for (const key of [`${end}Length`, `${end}Items`, claim.keyword]) {
            if (typeof schema[key] === 'number') schema[key] += 1;
          }
        } else {
          delete schema[claim.keyword];
        }
      }
      return true;
    case 'value':
      for (const schema of schemas) {
        const target = schema.items ?? schema;
        if (target.enum !== undefined) target.enum = target.enum.filter((value) => value !== claim.value);
        else if (target.const === claim.value) target.const = 'something else';
        else target.type = 'number';
      }
      return true;
    case 'result': {
      if (claim.at.path.length > 0) return false;
      const [method, path] = claim.at.root.split(' ');
      const row = Object.values(copy.operations).find(
        (other) => other.method === method && other.path === path,
      )!;
      row.success.schema = claim.type === null ? { type: 'object' } : { type: 'string' };
      return true;
    }
  }
}
