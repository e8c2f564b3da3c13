import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { perform, useOfferedActions } from '../kit/actions.tsx'
import { useGoTo } from '../kit/link.tsx'
import { ScopeContext } from '../kit/scope.ts'
import { pathsIn } from '../paths.ts'
import { NAVIGATION } from './navigation.ts'
import { Shortcuts } from './shortcuts.tsx'

export function PaletteButton() {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return (
    <Button
      variant="default"
      onClick={spotlight.open}
      leftSection={<IconSearch size={14} aria-hidden />}
      aria-keyshortcuts="Control+K"
      {...(isWide ? {} : { 'aria-label': 'Find' })}
    >
      {isWide && (
        <>
          Find
          <Kbd size="xs" ml="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </>
      )}
    </Button>
  )
}

/** Go anywhere and do what the page offers, by typing. */
export function Palette() {
  const [query, setQuery] = useState('')
  const entries = usePaletteEntries().filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <>
      <Shortcuts />
      <Spotlight.Root query={query} onQueryChange={setQuery} shortcut={['mod + K']} scrollable maxHeight={420}>
        <Spotlight.Search placeholder="Go to, do, or find …" aria-label="Find anything" />
        <Spotlight.ActionsList>
          {entries.map(({ id, label, description, disabled, run }) => (
            <Spotlight.Action
              key={id}
              label={label}
              description={description}
              onClick={run}
              closeSpotlightOnTrigger={!disabled}
            />
          ))}
          {entries.length === 0 && <Spotlight.Empty>Nothing has this name.</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  )
}

type Entry = { id: string; label: string; description: string; disabled: boolean; run: () => void }

function usePaletteEntries(): Entry[] {
  const scope = useContext(ScopeContext)
  const actions = useOfferedActions()
  const goTo = useGoTo()
  const pages = NAVIGATION.flatMap(({ items }) => items).filter(
    ({ only }) => scope !== null && (only ?? scope.level) === scope.level,
  )
  return [
    ...actions.map((action) => ({
      id: `do ${action.name}`,
      label: action.name,
      description: action.disabledReason ?? 'On this page',
      disabled: action.disabledReason !== null,
      run: () => perform(action, goTo),
    })),
    ...pages.map(({ label, to }) => ({
      id: `go ${label}`,
      label,
      description: 'Go to the page',
      disabled: false,
      run: () => scope !== null && goTo(to(pathsIn(scope))),
    })),
  ]
}
