import { isAncestor, log, mergeBases } from './history.ts';
import { tagTarget } from './object-text.ts';
import type { Commit, GitObject, LogOptions, Oid, PathChange, PathEntry, TreeEntry } from './port.ts';
import { diffTrees, entryAt, listTree } from './trees.ts';

/** What a repository can tell about trees and history by reading objects alone, wherever it keeps them. */
export abstract class ObjectReader {
  abstract readObject(oid: Oid): Promise<GitObject>;
  abstract readTree(oid: Oid): Promise<readonly TreeEntry[]>;
  abstract readCommit(oid: Oid): Promise<Commit>;

  protected readonly treeReader = (oid: Oid): Promise<readonly TreeEntry[]> => this.readTree(oid);
  readonly #commitReader = (oid: Oid): Promise<Commit> => this.readCommit(oid);

  async treeOf(oid: Oid): Promise<Oid> {
    const { kind, bytes } = await this.readObject(oid);
    if (kind === 'tag') return this.treeOf(tagTarget(bytes));
    return kind === 'commit' ? (await this.readCommit(oid)).tree : oid;
  }

  async entryAt(treeish: Oid, path: string): Promise<TreeEntry | null> {
    return entryAt(this.treeReader, await this.treeOf(treeish), path);
  }

  async listTree(treeish: Oid, { under = '' }: { under?: string } = {}): Promise<PathEntry[]> {
    const at = await this.entryAt(treeish, under);
    if (at?.mode !== '040000') return [];
    return listTree(this.treeReader, at.oid, under === '' ? '' : `${under}/`);
  }

  async diffTrees(
    before: Oid | null,
    after: Oid | null,
    { under = '' }: { under?: string } = {},
  ): Promise<PathChange[]> {
    const folder = async (treeish: Oid | null): Promise<Oid | null> => {
      const entry = treeish === null ? null : await this.entryAt(treeish, under);
      return entry?.mode === '040000' ? entry.oid : null;
    };
    const prefix = under === '' ? '' : `${under}/`;
    return diffTrees(this.treeReader, await folder(before), await folder(after), prefix);
  }

  async isAncestor(ancestor: Oid, descendant: Oid): Promise<boolean> {
    return isAncestor(this.#commitReader, ancestor, descendant);
  }

  async mergeBase(one: Oid, other: Oid): Promise<Oid | null> {
    return (await mergeBases(this.#commitReader, one, other))[0]?.oid ?? null;
  }

  log(from: Oid, options?: LogOptions): AsyncIterable<Commit> {
    return log(this.#commitReader, from, options);
  }
}
