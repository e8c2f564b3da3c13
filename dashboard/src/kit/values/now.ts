import { useSyncExternalStore } from 'react'

/** How often relative times move on. */
const STEP_MS = 10_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: number | undefined

/** The time, to the precision that texts such as "3 min ago" need. One timer serves the page, while one of them is shown. */
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
