const TICK_MS = 50

/** `elapsed` returns milliseconds since the start; `stop` also stops the stopwatch. */
export type Stopwatch = { elapsed(): number; stop(): number }

/**
 * Measures time limits by a clock that advances in ticks, only while this process runs. Time that a busy machine
 * withholds does not count, because the timers under test are delayed as well.
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
