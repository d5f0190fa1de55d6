import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { MirroredFolder } from './mirror-source.ts';

/** The spaces of a local folder: each folder with a SUMMARY.md, or the folder itself when there is none. */
export function spacesInFolder(root: string): MirroredFolder[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new AppError('USAGE', `${root} is no folder`, {
      hint: 'Name a folder of documentation, or leave it out to use the mirror.',
    });
  }
  const found: MirroredFolder[] = [];
  const visit = (folder: string, path: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some((entry) => entry.isFile() && entry.name === 'SUMMARY.md'))
      found.push({ id: path || '.', title: titleOf(folder), path: path || '.', folder });
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      visit(join(folder, entry.name), path === '' ? entry.name : `${path}/${entry.name}`);
    }
  };
  visit(root, '');
  return found.length > 0 ? found : [{ id: '.', title: titleOf(root), path: '.', folder: root }];
}

function titleOf(folder: string): string {
  const words = basename(folder).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Documentation';
}
