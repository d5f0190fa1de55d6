import { describe, expect, it } from 'vitest';
import { candidatesFor, type LocalNames } from '../../src/cli/completion/candidates.ts';
import { reportFormats } from '../../src/links/index.ts';
import { programTree } from '../support/command-tree.ts';

const local: LocalNames = {
  spaces: () => Promise.resolve([{ value: 'guides', says: 'abc' }]),
  changeRequests: () => Promise.resolve([{ value: '12', says: 'guides' }]),
};

async function after(...words: string[]): Promise<string[]> {
  return (await candidatesFor(programTree(), words, local)).map(({ value }) => value);
}

describe('completion', () => {
  it('offers commands, then their subcommands, and no hidden ones', async () => {
    expect(await after('s')).toEqual(['serve', 'sync', 'status']);
    expect(await after('serve', 'token', '')).toEqual(['create', 'list', 'revoke', 'help']);
    expect(await after('--json', 'cr', 'me')).toEqual(['merge']);
    expect(await after('_')).toEqual([]);
  });

  it('offers the options of the command and the global ones', async () => {
    expect(await after('sync', '--p')).toEqual(['--pull', '--push']);
    expect(await after('sync', '--co')).toEqual(['--confirm-deletions', '--config', '--color']);
    expect(await after('serve', 'token', 'list', '--po')).toEqual([]);
  });

  it('offers the choices of an option and of an argument, however the value is written', async () => {
    expect(await after('serve', '--interface', '')).toEqual(['full', 'strict']);
    expect(await after('serve', '--interface=s')).toEqual(['--interface=strict']);
    expect(await after('serve', '--interface', '=', 's')).toEqual(['strict']);
    expect(await after('serve', '--interface', '=')).toEqual(['full', 'strict']);
    expect(await after('completion', 'f')).toEqual(['fish']);
    expect(await after('--color', 'a')).toEqual(['auto', 'always']);
    expect(await after('links', '--format', '')).toEqual(reportFormats);
    expect(await after('links', '--format=ht')).toEqual(['--format=html']);
  });

  it('offers spaces and change requests where they belong', async () => {
    expect(await after('sync', '--space', '')).toEqual(['guides']);
    expect(await after('cr', 'show', '1')).toEqual(['12']);
    expect(await after('cr', 'show', '12', '')).toEqual([]);
    expect(await after('links', '--change-request', '')).toEqual(['12']);
  });

  it('leaves file names and free text to the shell', async () => {
    expect(await after('serve', '--data', '')).toEqual([]);
    expect(await after('links', '')).toEqual([]);
  });
});
