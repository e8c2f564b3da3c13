import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addRecent, type Recent, recentsOf } from '../kit/preferences.ts'
import type { Scope } from '../kit/scope.ts'
import { pathsIn } from '../paths.ts'
import { NAVIGATION } from './navigation.ts'
import { useLoggedIn } from './session-state.tsx'

/** Records each page when the person leaves it, because some names are known only then. */
export function useRecordRecents(scope: Scope | null): void {
  const owner = useOwner(scope)
  const router = useRouter()
  useEffect(() => {
    if (owner === null || scope === null) return
    const note = () => {
      const recent = recentHere(router.state.location.pathname, scope)
      if (recent !== null) addRecent(owner, recent)
    }
    const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) note()
    })
    window.addEventListener('pagehide', note)
    return () => {
      stop()
      window.removeEventListener('pagehide', note)
    }
  }, [owner, scope, router])
}

/** Recently opened pages without the current one, newest first. */
export function useRecents(scope: Scope | null): readonly Recent[] {
  const owner = useOwner(scope)
  const here = useRouter().state.location.pathname
  return owner === null ? [] : recentsOf(owner).filter(({ to }) => to !== here)
}

function useOwner(scope: Scope | null): string | null {
  const { current } = useLoggedIn()
  return scope === null ? null : `${current.person.id} ${scope.level}/${scope.id}`
}

/** People do not go back to a form for a new resource. */
const FORMS = /\/new(\/|$)/

/** The current page; null if it has no name, or is a form, a dialog or a missing page. */
function recentHere(pathname: string, scope: Scope): Recent | null {
  const paths = pathsIn(scope)
  if (!pathname.startsWith(`${paths.home()}/`) || FORMS.test(pathname)) return null
  if (document.querySelector('[aria-modal="true"], [data-gone]') !== null) return null
  const label = document.querySelector('[data-page-heading]')?.textContent?.trim() ?? ''
  const area = areaOf(pathname, scope)
  return label === '' || area === null ? null : { to: pathname, label, area: area === label ? '' : area }
}

function areaOf(pathname: string, scope: Scope): string | null {
  const paths = pathsIn(scope)
  const within = NAVIGATION.flatMap(({ items }) => items)
    .map(({ label, to, within: beginning = to }) => ({ label, at: beginning(paths) }))
    .filter(({ at }) => pathname === at || pathname.startsWith(`${at}/`))
    .toSorted((a, b) => b.at.length - a.at.length)
  return within[0]?.label ?? null
}
