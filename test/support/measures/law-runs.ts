/** How many times as long as usual laws are tried: `LAW_RUNS=50 npx vitest run FILE`. */
export const LONGER = Number(process.env.LAW_RUNS ?? 1)

/** Runs of a law: so many that they take about three seconds of CPU, times `LAW_RUNS`. */
export function lawRuns(usual: number): number {
  return Math.ceil(usual * LONGER)
}
