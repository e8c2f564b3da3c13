import { readLocalStorageValue } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** Preferences of a person, stored in the browser; all other state of a page is in its address. */
export type Preferences = {
  time: 'local' | 'utc' | 'relative'
  /** Visible columns by list. */
  columns: Record<string, string[]>
  /** Last used store or organization, as in addresses. */
  scope: string | null
  /** Collapsed navigation shows only icons. */
  navigation: 'open' | 'folded'
  /** Enables single-key shortcuts. */
  shortcuts: 'on' | 'off'
  /** Lines about the seller on printed documents, by store. */
  letterheads: Record<string, string>
}

/** Visited page. Only the address and the name are stored, because pages show personal data. */
export type Recent = { to: string; label: string; area: string }

const KEY = 'tidings-preferences'
const DEFAULTS: Preferences = {
  time: 'local',
  columns: {},
  scope: null,
  navigation: 'open',
  shortcuts: 'on',
  letterheads: {},
}

const listeners = new Set<() => void>()
let current = read()

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  for (const listener of listeners) listener()
})

/**
 * Replaces Mantine's `useLocalStorage`, each use of which notifies all others: every cell with a time would be a use.
 */
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
    // Browsers may block storage.
  }
}

const RECENT_KEY = 'tidings-recent'
const MAX_RECENTS = 8
/** Number of people and stores remembered per browser; the least recently used are dropped. */
const MAX_OWNERS = 20

type Recents = Readonly<Record<string, readonly Recent[]>>

/** Pages that a person opened in a store or the organization, newest first. */
export function recentsOf(owner: string): readonly Recent[] {
  return readRecents()[owner] ?? []
}

/** Keeps one entry per name and area, with the latest address. */
export function addRecent(owner: string, recent: Recent): void {
  const { [owner]: before = [], ...others } = readRecents()
  const rest = before.filter(
    ({ to, label, area }) => to !== recent.to && (label !== recent.label || area !== recent.area),
  )
  const remaining = Object.entries(others).slice(0, MAX_OWNERS - 1)
  write(RECENT_KEY, { [owner]: [recent, ...rest].slice(0, MAX_RECENTS), ...Object.fromEntries(remaining) })
}

/** Removes the names of customers from the browser at log-out. */
export function forgetRecents(person: string): void {
  const remaining = Object.entries(readRecents()).filter(([owner]) => !owner.startsWith(`${person} `))
  write(RECENT_KEY, Object.fromEntries(remaining))
}

function readRecents(): Recents {
  return readLocalStorageValue<Recents>({ key: RECENT_KEY, defaultValue: {} })
}
