const TICK_MS = 50

/** Tells how many milliseconds have passed since it was started, and stands still from then on. */
export type Stopwatch = { stop(): number }

/**
 * Measures a promise of time by the clock of this process, which goes on by a tick at a time and only while the process
 * runs: what a machine with other work withholds from it does not count, as the timers of what is tested wait just as long.
 */
export function startStopwatch(): Stopwatch {
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, TICK_MS).unref()
  return {
    stop() {
      clearInterval(ticking)
      return ticks * TICK_MS
    },
  }
}
