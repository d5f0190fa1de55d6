/** The result of a link check: broken links by rule, and since when their number has been the same. */
export interface LinkHealth {
  byRule: Readonly<Record<string, number>>;
  broken: number;
  checkedAt: number;
  since: number;
}

/** When the service was last seen, and what has been wrong since. A fleet's workers share it. */
export interface ServiceHealth {
  /** When this was found out. */
  toldAt: number;
  /** The spaces that the last look found changed, or could not see. */
  moved: readonly string[];
  /** The edited branch's newest commit that was last seen on the git host. */
  branch: string | null;
  lastSeenAt: number | null;
  failingSince: number | null;
  problem: { code: string; message: string; hint?: string } | null;
  /**
   * The problem is on our side, such as a broken repository: the service did what it was asked. A worker of an older version does
   * not say this.
   */
  isOurs?: boolean;
}

/** The service's problem, as the last look or cycle saw it; null also where the problem is on our side. */
export function serviceProblem({ problem, isOurs = false }: ServiceHealth): ServiceHealth['problem'] {
  return isOurs ? null : problem;
}

/** The value for a service that nobody has seen yet. */
export const unknownServiceHealth: ServiceHealth = {
  ...{ toldAt: 0, moved: [], branch: null, lastSeenAt: null, failingSince: null, problem: null },
};
