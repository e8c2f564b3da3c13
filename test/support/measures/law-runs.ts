/** Multiplier for the runs of laws: `LAW_RUNS=50 npx vitest run FILE`. */
export const LONGER = Number(process.env.LAW_RUNS ?? 1)

/** Number of runs of a law: about three seconds of CPU, times `LAW_RUNS`. */
export function lawRuns(usual: number): number {
  return Math.ceil(usual * LONGER)
}
