import { readLocalStorageValue } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** Preferences of a person, in the browser; everything else that a page shows is in its address. */
export type Preferences = {
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

const KEY = 'tidings-preferences'
const DEFAULTS: Preferences = { time: 'local', columns: {}, scope: null, navigation: 'open', shortcuts: 'on' }

const listeners = new Set<() => void>()
let current = read()

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  for (const listener of listeners) listener()
})

/** Without Mantine's `useLocalStorage`: each use of it writes and notifies all others, and each cell with a time is a use. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, currentPreferences)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  write(KEY, current)
  for (const listener of listeners) listener()
}

export function currentPreferences(): Preferences {
  return current
}

function read(): Preferences {
  return { ...DEFAULTS, ...readLocalStorageValue<Partial<Preferences>>({ key: KEY, defaultValue: {} }) }
}

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser may refuse to keep anything.
  }
}

const RECENT_KEY = 'tidings-recent'
const MAX_RECENTS = 8
/** People and stores of one browser; those that were used longest ago are forgotten. */
const MAX_OWNERS = 20

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
  const kept = Object.entries(others).slice(0, MAX_OWNERS - 1)
  write(RECENT_KEY, { [owner]: [recent, ...rest].slice(0, MAX_RECENTS), ...Object.fromEntries(kept) })
}

/** Names of customers do not stay in a browser that someone has logged out of. */
export function forgetRecents(person: string): void {
  const kept = Object.entries(readRecents()).filter(([owner]) => !owner.startsWith(`${person} `))
  write(RECENT_KEY, Object.fromEntries(kept))
}

function readRecents(): Recents {
  return readLocalStorageValue<Recents>({ key: RECENT_KEY, defaultValue: {} })
}
