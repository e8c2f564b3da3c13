const TICK_MS = 50

/** How many milliseconds have passed since it was started; `stop` ends it. */
export type Stopwatch = { elapsed(): number; stop(): number }

/**
 * Measures a promise of time by the clock of this process, which goes on by a tick at a time and only while the process
 * runs: what a machine with other work withholds from it does not count, as the timers of what is tested wait just as long.
 */
export function startStopwatch(): Stopwatch {
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, TICK_MS).unref()
  const elapsed = () => ticks * TICK_MS
  return {
    elapsed,
    stop() {
      clearInterval(ticking)
      return elapsed()
    },
  }
}
