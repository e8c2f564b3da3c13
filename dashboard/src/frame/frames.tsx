import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { Session } from '../api/session.ts'
import { useParam } from '../kit/address-state.ts'
import { changePreferences, currentPreferences } from '../kit/preferences.ts'
import { ScopeContext } from '../kit/scope.ts'
import { NoSuchStore, NotFoundPage } from './error-pages.tsx'
import { type CurrentSession, LoggedIn, scopeOf, useLoggedIn } from './session-state.tsx'
import { Shell } from './shell.tsx'

export function LoggedInFrame({ session, current }: { session: Session; current: CurrentSession }) {
  return (
    <LoggedIn session={session} initial={current}>
      <Shell />
    </LoggedIn>
  )
}

/** Frame of the pages of a store or of the organization. */
export function ScopeFrame() {
  const logged = useLoggedIn()
  const level = useParam('level')
  const owner = useParam('owner')
  const scope = useMemo(() => scopeOf(logged, level, owner), [logged, level, owner])
  const address = `/${level}/${owner}`
  const isThere = scope !== null
  useEffect(() => {
    if (isThere && currentPreferences().scope !== address) changePreferences({ scope: address })
  }, [isThere, address])
  if (level !== 's' && level !== 'o') return <NotFoundPage />
  if (scope === null) return <NoSuchStore />
  return (
    // The key remounts the page for another store, so that no open or selected item is carried over.
    <ScopeContext value={scope} key={address}>
      <Outlet />
    </ScopeContext>
  )
}
