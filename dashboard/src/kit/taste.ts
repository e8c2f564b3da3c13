import { useSyncExternalStore } from 'react'

/** What a person prefers, kept in the browser; everything else that a page shows is in its address. */
export type Taste = {
  time: 'local' | 'utc' | 'relative'
  /** Columns that are shown, by list. */
  columns: Record<string, string[]>
  /** The store or organization that was used last, as in addresses. */
  scope: string | null
  /** Whether the navigation is folded to its symbols. */
  navigation: 'open' | 'folded'
}

const KEY = 'tidings-taste'
const PLAIN: Taste = { time: 'local', columns: {}, scope: null, navigation: 'open' }

const listeners = new Set<() => void>()
let current = read()

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  for (const listener of listeners) listener()
})

export function useTaste(): Taste {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

export function changeTaste(change: Partial<Taste>): void {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser may refuse to keep anything.
  }
  for (const listener of listeners) listener()
}

export function tasteNow(): Taste {
  return current
}

function read(): Taste {
  try {
    return { ...PLAIN, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return PLAIN
  }
}
