import type { CodeCache } from '../html/highlight.ts';
import type { SiteFiles } from './site-files.ts';

/** What an export remembers for the next one. All of it can be thrown away; the next export is then a cold one. */
export interface ExportCache {
  readJson(name: string): unknown;
  writeJson(name: string, value: unknown): void;
  has(name: string): boolean;
  remove(name: string): void;
}

/** A cache in files. What cannot be read is as good as absent. */
export function fileCache(files: SiteFiles): ExportCache {
  return {
    readJson: (name) => {
      const bytes = files.read(`${name}.json`);
      if (!bytes) return undefined;
      try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
      } catch {
        return undefined;
      }
    },
    writeJson: (name, value) => files.write(`${name}.json`, JSON.stringify(value)),
    remove: (name) => files.remove(`${name}.json`),
    has: (name) => files.has(`${name}.json`),
  };
}

/** Highlighted code, spread over files by the first letters of its key, so that one page's edit reads little. */
export function codeCache(cache: ExportCache): CodeCache & { save(): void } {
  interface Shard {
    readonly entries: Map<string, readonly string[]>;
    changed: boolean;
  }
  const shards = new Map<string, Shard>();
  const shardOf = (key: string): Shard => {
    const name = key.slice(0, 1);
    let shard = shards.get(name);
    if (!shard) {
      const read = cache.readJson(`code-${encodeName(name)}`);
      const entries =
        typeof read === 'object' && read !== null ? Object.entries(read as Record<string, unknown>) : [];
      shard = {
        entries: new Map(entries.filter((entry): entry is [string, string[]] => isLines(entry[1]))),
        changed: false,
      };
      shards.set(name, shard);
    }
    return shard;
  };
  return {
    get: (key) => shardOf(key).entries.get(key),
    set: (key, lines) => {
      const shard = shardOf(key);
      shard.entries.set(key, lines);
      shard.changed = true;
    },
    save: () => {
      for (const [name, shard] of shards) {
        if (!shard.changed) continue;
        cache.writeJson(`code-${encodeName(name)}`, Object.fromEntries(shard.entries));
        shard.changed = false;
      }
    },
  };
}

/** Base64 letters differ in case; file systems may not. */
function encodeName(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16);
}

function isLines(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}
