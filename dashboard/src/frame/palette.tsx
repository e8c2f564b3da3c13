import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { type OfferedAction, perform, useOfferedActions } from '../kit/actions.tsx'
import { useGoTo } from '../kit/link.tsx'
import type { Recent } from '../kit/preferences.ts'
import { type Scope, ScopeContext, whyForbidden } from '../kit/scope.ts'
import { pathsIn } from '../paths.ts'
import { type Found, useFound } from './found.ts'
import { isOffered, NAVIGATION } from './navigation.ts'
import { usePreferenceChoices } from './preference-choices.ts'
import { useRecents } from './recents.ts'
import { Shortcuts } from './shortcuts.tsx'

export function Palette() {
  const [query, setQuery] = useState('')
  const scope = useContext(ScopeContext)
  const { found, isSearching } = useFound(scope, query)
  const recents = useRecents(scope)
  const groups = usePaletteGroups(query, found, recents)
  return (
    <>
      <Shortcuts />
      <Spotlight.Root
        query={query}
        onQueryChange={setQuery}
        // The button owns the shortcut, since this component is loaded lazily.
        shortcut={null}
        scrollable
        maxHeight={440}
        attributes={{ content: { 'aria-label': 'Find anything' } }}
      >
        <Spotlight.Search
          placeholder="Find an order, a customer, an id … or go to a page"
          aria-label="Find anything"
          leftSection={<IconSearch size={16} aria-hidden />}
        />
        <Spotlight.ActionsList>
          {groups.map(({ label, entries }) => (
            <Spotlight.ActionsGroup key={label} label={label}>
              {entries.map(({ id, label: name, detail, disabled, run }) => (
                <Spotlight.Action
                  key={id}
                  label={name}
                  description={detail}
                  onClick={run}
                  closeSpotlightOnTrigger={!disabled}
                  // The server has searched already, and its matches need not contain the words.
                  highlightQuery={false}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {groups.length === 0 && <Spotlight.Empty>{isSearching ? 'Searching …' : 'Nothing found.'}</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  )
}

type Entry = { id: string; label: string; detail: string; disabled: boolean; run: () => void }
type Group = { label: string; entries: Entry[] }

function usePaletteGroups(query: string, found: readonly Found[], recents: readonly Recent[]): Group[] {
  const scope = useContext(ScopeContext)
  const actions = useOfferedActions()
  const goTo = useGoTo()
  const words = query.trim().toLowerCase()
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(words)
  const own = actions.filter(({ name }) => matches({ label: name })).map((action) => entryOf(action, goTo))
  const pages = scope === null ? [] : pagesOf(scope, goTo).filter(matches)
  const byGroup = Map.groupBy(found, ({ group }) => group)
  const results = [...byGroup].map(([label, ones]) => ({
    label,
    entries: ones.map(({ id, label: name, detail, to }) => ({
      id,
      label: name,
      detail,
      disabled: false,
      run: () => goTo(to),
    })),
  }))
  const preferences = usePreferenceChoices().filter(matches).map(preferenceEntry)
  const opened = recents.map(({ to, label, area }) => ({
    id: `recent ${to}`,
    label,
    detail: area,
    disabled: false,
    run: () => goTo(to),
  }))
  const groups = [
    // Shown first only while the search is empty; matches join the others later.
    { label: 'Opened last', entries: opened.filter(matches) },
    { label: 'On this page', entries: own },
    ...results,
    { label: 'Pages', entries: pages },
    { label: 'Preferences', entries: preferences },
    { label: 'Search', entries: scope === null || words === '' ? [] : eventTypesOf(scope, words, goTo) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** Keys such as `order.paid` are no resources, which the search would find. */
function eventTypesOf(scope: Scope, words: string, goTo: (address: string) => void): Entry[] {
  if (whyForbidden('ListEventTypes', scope) !== null) return []
  const to = `${pathsIn(scope).eventTypes()}?q=${encodeURIComponent(words)}`
  const label = `Event types with “${words}”`
  return [{ id: 'search event types', label, detail: '', disabled: false, run: () => goTo(to) }]
}

function entryOf(action: OfferedAction, goTo: (address: string) => void): Entry {
  const { name, disabledReason } = action
  const detail = disabledReason ?? (action.key === undefined ? '' : `Key ${action.key.toUpperCase()}`)
  return { id: `do ${name}`, label: name, detail, disabled: disabledReason !== null, run: () => perform(action, goTo) }
}

function preferenceEntry({ label, detail, run }: { label: string; detail: string; run: () => void }): Entry {
  return { id: `prefer ${label}`, label, detail, disabled: false, run }
}

function pagesOf(scope: Scope, goTo: (address: string) => void): Entry[] {
  const paths = pathsIn(scope)
  return NAVIGATION.flatMap(({ items }) => items)
    .filter((item) => isOffered(item, scope))
    .map(({ label, to, key }) => ({
      id: `go ${label}`,
      label,
      detail: key === undefined ? '' : `Keys G ${key.toUpperCase()}`,
      disabled: false,
      run: () => goTo(to(paths)),
    }))
}
