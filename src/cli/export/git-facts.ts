import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isAppError } from '../../base/index.ts';
import { documentsOf } from '../../content/index.ts';
import type { GitRepository, Oid } from '../../git/port.ts';
import type { Customization, ExportCache, SiteProfile, SiteWarning, SpaceSource } from '../../site/index.ts';
import type { World } from '../world.ts';
import { checkoutAround } from './checkout.ts';
import { editAddressIn, editAddressOf } from './edit-address.ts';

/** The configured options. */
export interface GitFactsOptions {
  /** `auto`, `off` or an address; if undefined, the profile decides. */
  readonly edit: string | undefined;
  /** Whether pages show when they were last changed. */
  readonly updated: boolean;
  /** Stores the times, so that the next export reads only newer commits. */
  readonly cache: ExportCache;
}

export interface GitFacts {
  readonly spaces: SpaceSource[];
  readonly profile: SiteProfile;
  readonly warnings: readonly SiteWarning[];
}

/** A space with the repository around its folder. */
interface Place {
  readonly space: SpaceSource;
  /** The top of the checkout; undefined outside of repositories. */
  readonly top: string | undefined;
  /** The space's folder in the checkout, `` for the whole checkout. */
  readonly under: string;
}

/** Adds facts from the spaces' git checkouts: the addresses for editing pages, and when pages were last changed. */
export async function withGitFacts(
  world: Pick<World, 'ports' | 'env'>,
  options: GitFactsOptions,
  {
    spaces,
    profile,
    folderOf,
  }: {
    readonly spaces: readonly SpaceSource[];
    readonly profile: SiteProfile;
    readonly folderOf: (id: string) => string;
  },
): Promise<GitFacts> {
  const { edit, updated } = options;
  const shown = editShown(profile, edit);
  const wantsEdit = edit !== 'off' && (edit !== undefined || showsEdit(shown));
  if (!wantsEdit && !updated) return { spaces: [...spaces], profile: shown, warnings: [] };
  const warnings: SiteWarning[] = [];
  const places = spaces.map((space) => placeOf(space, folderOf(space.id)));
  const found = new Map<string, SpaceSource>();
  for (const top of new Set(places.map((place) => place.top))) {
    const here = places.filter((place) => place.top === top);
    const facts = await new Checkout(world, options, warnings).facts(top, here, wantsEdit);
    for (const space of facts) found.set(space.id, space);
  }
  return { spaces: spaces.map((space) => found.get(space.id) ?? space), profile: shown, warnings };
}

/** Applies the configured setting of edit links to the profile. */
function editShown(profile: SiteProfile, edit: string | undefined): SiteProfile {
  if (edit === undefined) return profile;
  const over = (customization: Customization): Customization => ({
    ...customization,
    git: { ...customization.git, showEditLink: edit !== 'off' },
  });
  const { site, siteSpaces } = profile.customizations;
  return {
    ...profile,
    customizations: {
      site: over(site),
      ...(siteSpaces === undefined
        ? {}
        : {
            siteSpaces: Object.fromEntries(Object.entries(siteSpaces).map(([id, each]) => [id, over(each)])),
          }),
    },
  };
}

function showsEdit({ customizations: { site, siteSpaces } }: SiteProfile): boolean {
  return [site, ...Object.values(siteSpaces ?? {})].some(({ git }) => git?.showEditLink === true);
}

function placeOf(space: SpaceSource, given: string): Place {
  const top = checkoutAround(given);
  const under = top === undefined ? '' : relative(top, realpathSync(given)).split(sep).join('/');
  return { space, top, under };
}

const fileOf = ({ under }: Place, path: string): string => (under === '' ? path : `${under}/${path}`);

/** One checkout, with its spaces. */
class Checkout {
  readonly #world: Pick<World, 'ports' | 'env'>;
  readonly #options: GitFactsOptions;
  readonly #warnings: SiteWarning[];

  constructor(world: Pick<World, 'ports' | 'env'>, options: GitFactsOptions, warnings: SiteWarning[]) {
    this.#world = world;
    this.#options = options;
    this.#warnings = warnings;
  }

  async facts(top: string | undefined, places: readonly Place[], wantsEdit: boolean): Promise<SpaceSource[]> {
    const address = /^https?:/.test(this.#options.edit ?? '') ? this.#options.edit : undefined;
    if (top === undefined) {
      this.#noCheckout(address);
      return places.map((place) => withAddress(place, address));
    }
    const { git, close } = await this.#world.ports.repository(top);
    try {
      const edit = wantsEdit ? (address ?? (await this.#addressOf(git))) : undefined;
      const times = this.#options.updated ? await this.#timesOf(git, top, places) : undefined;
      return places.map((place) => withTimes({ ...place, space: withAddress(place, edit) }, times));
    } finally {
      await close();
    }
  }

  #noCheckout(address: string | undefined): void {
    if (this.#options.updated)
      this.#warn('export.updated asks for dates from git, and the folder is in no git checkout');
    if (this.#options.edit === 'auto' && address === undefined)
      this.#warn('export.edit asks for an address from git, and the folder is in no git checkout');
  }

  /** The address at which the host of the remote `origin` edits files of the current branch. */
  async #addressOf(git: GitRepository): Promise<string | undefined> {
    const remote = await git.remoteUrl('origin');
    const branch = (await git.head()).branch?.replace(/^refs\/heads\//, '') ?? branchOfCi(this.#world);
    const found = remote === null || branch === undefined ? undefined : editAddressOf(remote, branch);
    if (found === undefined && this.#options.edit === 'auto')
      this.#warn(
        `pages have no link to edit them: ${
          remote === null
            ? 'the checkout has no remote of the name origin'
            : branch === undefined
              ? 'no branch is checked out'
              : 'the host of the remote origin is not known'
        }. Give the address as export.edit: https://host/…/{path}`,
      );
    return found;
  }

  async #timesOf(
    git: GitRepository,
    top: string,
    places: readonly Place[],
  ): Promise<ReadonlyMap<string, number>> {
    const { oid: from } = await git.head();
    if (from === null) return new Map();
    const paths = places.flatMap((place) =>
      documentsOf(place.space.pages).map((page) => fileOf(place, page.git?.path ?? page.id)),
    );
    const { cache } = this.#options;
    const name = `git-${createHash('sha256').update(top).digest('hex').slice(0, 16)}.json`;
    const known = remembered(cache.read(name));
    if (known?.from === from && paths.every((path) => known.asked.has(path))) return known.times;
    const { lastChanges } = await import('../../git/index.ts');
    try {
      const { times, cut } = await lastChanges(git, from, paths, {
        under: commonFolder(places.map(({ under }) => under)),
        ...(known === undefined ? {} : { known }),
      });
      if (cut.length === 0)
        cache.write(name, JSON.stringify({ from, asked: paths, times: [...times] } satisfies Stored));
      else
        this.#warn(
          `${cut.length === 1 ? '1 page has' : `${cut.length} pages have`} no date: the checkout is a shallow clone. Fetch the whole history (in GitHub's checkout action: fetch-depth: 0)`,
        );
      return times;
    } catch (thrown) {
      if (!isAppError(thrown, 'NOT_FOUND')) throw thrown;
      this.#warn(`pages have no dates: a part of the history is not in the checkout (${thrown.message})`);
      return new Map();
    }
  }

  #warn(message: string): void {
    this.#warnings.push({ message });
  }
}

interface Stored {
  readonly from: Oid;
  readonly asked: readonly string[];
  readonly times: readonly (readonly [string, number])[];
}

interface Remembered {
  readonly from: Oid;
  readonly asked: ReadonlySet<string>;
  readonly times: ReadonlyMap<string, number>;
}

function remembered(text: string | undefined): Remembered | undefined {
  try {
    const { from, asked, times } = JSON.parse(text ?? 'null') as Stored;
    return { from, asked: new Set(asked), times: new Map(times) };
  } catch {
    return undefined;
  }
}

/** The branch that CI names, because a checkout of CI may be at a commit rather than on a branch. */
function branchOfCi({ env }: Pick<World, 'env'>): string | undefined {
  return (
    /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1] ||
    env['CI_COMMIT_BRANCH'] ||
    env['VERCEL_GIT_COMMIT_REF'] ||
    undefined
  );
}

function commonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split('/').filter(Boolean));
  const shared = [...first];
  for (const other of others) {
    const differs = shared.findIndex((name, at) => name !== other[at]);
    if (differs !== -1) shared.length = differs;
  }
  return shared.join('/');
}

function withAddress({ space, under }: Place, address: string | undefined): SpaceSource {
  return address === undefined ? space : { ...space, editUrl: editAddressIn(address, under) };
}

function withTimes(place: Place, times: ReadonlyMap<string, number> | undefined): SpaceSource {
  if (times === undefined) return place.space;
  return {
    ...place.space,
    updatedAtOf: (page) => {
      const time = times.get(fileOf(place, page.git?.path ?? page.id));
      return time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
    },
  };
}
