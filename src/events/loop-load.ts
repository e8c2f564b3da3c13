import { performance } from 'node:perf_hooks'

/** Milliseconds that one figure is about. */
const SPAN_MS = 25

/** Tells how much of its latest time the event loop was busy, from 0 to 1. */
export function watchLoop(): () => number {
  let from = performance.eventLoopUtilization()
  let at = performance.now()
  let load = 0
  return () => {
    const now = performance.now()
    if (now - at < SPAN_MS) return load
    load = performance.eventLoopUtilization(from).utilization
    from = performance.eventLoopUtilization()
    at = now
    return load
  }
}
