/** What is left when a soak has ended: what people wrote, and what there is of it on both sides. */
export interface SoakEnd {
  /** Lines that were written, each once: in files here, and in the service. */
  readonly written: { readonly local: readonly string[]; readonly remote: readonly string[] };
  /** Pages by name, without the identity that the mirror adds. */
  readonly here: ReadonlyMap<string, string>;
  readonly there: ReadonlyMap<string, string>;
  /** Change requests that still wait for somebody. */
  readonly openChangeRequests: number;
  /** How often the daemon ended by itself. */
  readonly crashes: number;
  /** Milliseconds that it took to end by SIGTERM while the service was away, by kind of absence. */
  readonly drainMs: Readonly<Record<string, number>>;
  /** Answers of 429 that the service gave, by minute. */
  readonly refusals: readonly number[];
  /** Resident memory of daemons, in order; `ageMs` since the start of its process. */
  readonly resident: readonly { readonly ageMs: number; readonly mb: number }[];
  /** What `git fsck --strict` said. */
  readonly fsck: string;
}

export interface SoakLimits {
  /** Requests a minute that the service allows. */
  readonly rate: number;
  readonly drainMs: number;
  /** Late memory may be so much of the early one. */
  readonly residentGrowth: number;
}

/** Processes are compared from this age on: before it, they still load code. */
const grownUpMs = 15_000;
/** So large a part of the allowed requests may be refused in one minute: more is a storm. */
const refusedShare = 1 / 20;

/** What keeps the two sides apart; nothing when they have come together with all that was written, each line once. */
export function whatIsApart({
  written,
  here,
  there,
  openChangeRequests,
}: Pick<SoakEnd, 'written' | 'here' | 'there' | 'openChangeRequests'>): string[] {
  const apart: string[] = [];
  for (const [where, pages] of [
    ['here', here],
    ['in the service', there],
  ] as const) {
    const found = countLines(pages);
    for (const [author, marks] of Object.entries(written)) {
      const lost = marks.filter((mark) => !found.has(mark));
      const doubled = marks.filter((mark) => (found.get(mark) ?? 0) > 1);
      if (lost.length > 0) apart.push(`missing ${where}, written by ${author}: ${lost.join(', ')}`);
      if (doubled.length > 0)
        apart.push(`more than once ${where}, written by ${author}: ${doubled.join(', ')}`);
    }
    if (found.has('<<<<<<<') || found.has('>>>>>>>')) apart.push(`conflict markers ${where}`);
  }
  for (const name of new Set([...here.keys(), ...there.keys()]))
    if (here.get(name) !== there.get(name)) apart.push(`${name} is not the same on both sides`);
  if (openChangeRequests > 0) apart.push(`${openChangeRequests} change requests still wait`);
  return apart;
}

/** The verdict over a whole run: what was wrong, and the figures that it was judged by. */
export function judgeSoak(
  end: SoakEnd,
  limits: SoakLimits,
): { problems: string[]; residentMb: { early: number; late: number; most: number }; worstMinute: number } {
  const grown = end.resident.filter(({ ageMs }) => ageMs > grownUpMs);
  const third = Math.floor(grown.length / 3);
  const [early, late] = [mean(grown.slice(0, third)), mean(grown.slice(-third))];
  const worstMinute = Math.max(0, ...end.refusals);
  const problems = whatIsApart(end);
  if (end.crashes > 0) problems.push(`the daemon ended by itself ${end.crashes} times`);
  for (const [absence, ms] of Object.entries(end.drainMs))
    if (ms > limits.drainMs)
      problems.push(`SIGTERM took ${Math.round(ms)} ms while the service was ${absence}`);
  if (worstMinute > limits.rate * refusedShare) problems.push(`a storm of 429: ${worstMinute} in one minute`);
  if (third === 0) problems.push('too few samples of memory to tell');
  else if (late > early * limits.residentGrowth)
    problems.push(`memory grew from ${Math.round(early)} to ${Math.round(late)} MB`);
  const broken = end.fsck.split('\n').filter((line) => line !== '' && !line.startsWith('dangling '));
  if (broken.length > 0) problems.push(`git fsck: ${broken.join('; ')}`);
  const most = Math.max(0, ...end.resident.map(({ mb }) => mb));
  return {
    problems,
    residentMb: { early: Math.round(early), late: Math.round(late), most: Math.round(most) },
    worstMinute,
  };
}

/** How often each line stands on all pages; conflict markers count by their signs alone. */
function countLines(pages: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of pages.values())
    for (const line of text.split('\n')) {
      const key = /^(<{7}|>{7})/.exec(line)?.[1] ?? line;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

function mean(samples: readonly { readonly mb: number }[]): number {
  return samples.reduce((sum, { mb }) => sum + mb, 0) / Math.max(1, samples.length);
}
