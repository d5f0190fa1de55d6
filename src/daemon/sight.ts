/** What a link check found: broken links by rule, and since when that number stands. */
export interface LinkHealth {
  byRule: Readonly<Record<string, number>>;
  broken: number;
  checkedAt: number;
  since: number;
}

/** When the service was last seen, and what was wrong since. A fleet's workers share it. */
export interface ServiceSight {
  /** When this was found out. */
  toldAt: number;
  /** The spaces that the last look found moved, or could not see. */
  moved: readonly string[];
  /** The commit of the edited branch that was last seen on the git host. */
  branch: string | null;
  lastSeenAt: number | null;
  failingSince: number | null;
  problem: { code: string; message: string; hint?: string } | null;
  /** The problem is on our side, such as a broken repository: the service did what was asked. A worker of an older version says nothing of it. */
  isOurs?: boolean;
}

/** What the service does wrong, as the last look or cycle saw it; null also where the problem is on our side. */
export function serviceProblem({ problem, isOurs = false }: ServiceSight): ServiceSight['problem'] {
  return isOurs ? null : problem;
}

/** Of a service that nobody has seen yet. */
export const unseen: ServiceSight = {
  ...{ toldAt: 0, moved: [], branch: null, lastSeenAt: null, failingSince: null, problem: null },
};
