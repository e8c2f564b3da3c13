import { useSyncExternalStore } from 'react'

/** Update interval of relative times. */
const STEP_MS = 10_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: number | undefined

/**
 * Current time, as precise as "3 min ago" needs. One timer serves the page, and runs only while such a text is visible.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= window.setInterval(tick, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
