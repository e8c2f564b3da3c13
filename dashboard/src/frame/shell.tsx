import { AppShell, Burger, Group, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconServer2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { ActionOffers } from '../kit/actions.tsx'
import { TIME_ZONE } from '../kit/form/values/times.ts'
import { target } from '../kit/link.tsx'
import { currentPreferences, usePreferences } from '../kit/preferences.ts'
import { type Scope, ScopeContext } from '../kit/scope.ts'
import { paths, pathsIn } from '../paths.ts'
import { AccountMenu } from './account-menu.tsx'
import { Announcements } from './announcements.tsx'
import { useFocusOnHeading, useFocusRecovery } from './focus.ts'
import { isOffered, NAVIGATION, type NavigationItem } from './navigation.ts'
import { PaletteButton } from './palette-button.tsx'
import { useRecordRecents } from './recents.ts'
import { ScopeSwitcher } from './scope-switcher.tsx'
import { firstScope, scopeOf, useLoggedIn } from './session-state.tsx'
import classes from './shell.module.css'

/** Loaded lazily, so that the requested page comes first. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ConnectionBanner = lazy(async () => ({ default: (await import('./connection-banner.tsx')).ConnectionBanner }))

/** Frame around every page of a logged-in person. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure()
  const scope = useShownScope()
  const { pathname } = useLocation()
  useRecordRecents(scope)
  useFocusOnHeading()
  useFocusRecovery()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation of a phone closes when a page is opened.
  useEffect(close, [pathname])
  const shell = (
    <ActionOffers>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header className={classes.header}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label="Navigation"
            aria-expanded={opened}
          />
          <Brand />
          <ScopeSwitcher />
          <Group gap="xs" ml="auto" wrap="nowrap">
            <PaletteButton />
            <AccountMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Main">
          <ScrollArea type="hover" scrollbarSize={6}>
            {scope !== null && <Navigation scope={scope} />}
            <SystemNavigation />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Suspense fallback={null}>
            <ConnectionBanner />
          </Suspense>
          <Outlet />
          <ZoneNote />
          <Announcements />
        </AppShell.Main>
      </AppShell>
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    </ActionOffers>
  )
  return <ScopeContext value={scope}>{shell}</ScopeContext>
}

/** Names the zone of the times of a page, once. */
function ZoneNote() {
  const { time } = usePreferences()
  return (
    <Text size="xs" c="dimmed" maw={1440} mx="auto" mt="lg">
      {time === 'utc' ? 'Times are in UTC.' : `Times are in ${TIME_ZONE}.`}
    </Text>
  )
}

/** The scope of the address; on pages without a scope, the last one used. */
function useShownScope(): Scope | null {
  const logged = useLoggedIn()
  const { pathname } = useLocation()
  const [, level = '', id = ''] = pathname.split('/')
  return useMemo(() => {
    const here = scopeOf(logged, level, id)
    if (here !== null) return here
    const [, lastLevel = '', lastId = ''] = (firstScope(logged.current, currentPreferences().scope) ?? '').split('/')
    return scopeOf(logged, lastLevel, lastId)
  }, [logged, level, id])
}

function Brand() {
  return (
    <UnstyledButton component={Link} {...target(paths.start())} className={classes.brand} aria-label="Tidings: home">
      <img src="./icon.svg" alt="" width={24} height={24} />
      <Text fw={650} size="md" visibleFrom="sm">
        Tidings
      </Text>
    </UnstyledButton>
  )
}

function Navigation({ scope }: { scope: Scope }) {
  const { pathname } = useLocation()
  const addresses = pathsIn(scope)
  const groups = NAVIGATION.map(({ label, items }) => ({
    label,
    items: items.filter((item) => isOffered(item, scope)),
  }))
  const areasOf = ({ to, within = (paths) => [to(paths)] }: NavigationItem) => within(addresses)
  const current = groups
    .flatMap(({ items }) => items.flatMap(areasOf))
    // The address of Home is a prefix of every other address.
    .filter((area) => pathname === area || (area !== addresses.home() && pathname.startsWith(`${area}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ label, items }) => (
      <div key={label} role="group" aria-label={label} className={classes.group}>
        {label !== 'Overview' && <Text className={classes.groupLabel}>{label}</Text>}
        {items.map((item) => (
          <Entry
            key={item.label}
            label={item.label}
            icon={item.icon}
            to={item.to(addresses)}
            isCurrent={current !== undefined && areasOf(item).includes(current)}
          />
        ))}
      </div>
    ))
}

function SystemNavigation() {
  const { current } = useLoggedIn()
  const { pathname } = useLocation()
  if (!current.organization.permissions.includes('deployment:read')) return null
  return (
    <div role="group" aria-label="Deployment" className={classes.group}>
      <Text className={classes.groupLabel}>Deployment</Text>
      <Entry label="System" icon={IconServer2} to={paths.system()} isCurrent={pathname.startsWith('/system')} />
    </div>
  )
}

type EntryProps = { label: string; icon: NavigationItem['icon']; to: string; isCurrent: boolean }

function Entry({ label, icon: EntryIcon, to, isCurrent }: EntryProps) {
  const entry = useRef<HTMLAnchorElement>(null)
  // A link may lead to an entry below the fold.
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <NavLink
      ref={entry}
      component={Link}
      {...target(to)}
      activeOptions={{ exact: true }}
      label={label}
      leftSection={<EntryIcon size={16} stroke={1.7} aria-hidden />}
      active={isCurrent}
      className={classes.entry}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    />
  )
}
