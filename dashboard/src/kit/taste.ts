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
  /** Whether keys of one character act. */
  shortcuts: 'on' | 'off'
}

/** A page that was opened: an address and a name, and nothing else of what it showed. */
export type Recent = { to: string; label: string; area: string }

const KEY = 'tidings-taste'
const PLAIN: Taste = { time: 'local', columns: {}, scope: null, navigation: 'open', shortcuts: 'on' }

const listeners = new Set<() => void>()
let current = read()

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  for (const listener of listeners) listener()
})

export function useTaste(): Taste {
  return useSyncExternalStore(subscribe, tasteNow)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
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

const RECENT_KEY = 'tidings-recent'
const MOST_RECENT = 8
/** People and stores of one browser; those that were used longest ago are forgotten. */
const MOST_OWNERS = 20

type Recents = Readonly<Record<string, readonly Recent[]>>

/** What a person opened last in a store or in the organization, the last one first. */
export function recentsOf(owner: string): readonly Recent[] {
  return readRecents()[owner] ?? []
}

/** One name of an area is there once, with the address where it was seen last. */
export function addRecent(owner: string, recent: Recent): void {
  const { [owner]: before = [], ...others } = readRecents()
  const rest = before.filter(
    ({ to, label, area }) => to !== recent.to && (label !== recent.label || area !== recent.area),
  )
  const kept = Object.entries(others).slice(0, MOST_OWNERS - 1)
  writeRecents({ [owner]: [recent, ...rest].slice(0, MOST_RECENT), ...Object.fromEntries(kept) })
}

/** Names of customers do not stay in a browser that someone has logged out of. */
export function forgetRecents(person: string): void {
  const kept = Object.entries(readRecents()).filter(([owner]) => !owner.startsWith(`${person} `))
  writeRecents(Object.fromEntries(kept))
}

function readRecents(): Recents {
  try {
    return JSON.parse(localStorage.getItem(RECENT_KEY) ?? '{}')
  } catch {
    return {}
  }
}

function writeRecents(recents: Recents): void {
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify(recents))
  } catch {
    // As above.
  }
}
