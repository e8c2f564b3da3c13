import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addRecent, type Recent, recentsOf } from '../kit/preferences.ts'
import type { Scope } from '../kit/scope.ts'
import { pathsIn } from '../paths.ts'
import { NAVIGATION } from './navigation.ts'
import { useLoggedIn } from './session-state.tsx'

/** Notes each page when it is left, by the name that it has then. */
export function useNotedPages(scope: Scope | null): void {
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

/** The pages that were opened before the one that is open, the last one first. */
export function useRecents(scope: Scope | null): readonly Recent[] {
  const owner = useOwner(scope)
  const here = useRouter().state.location.pathname
  return owner === null ? [] : recentsOf(owner).filter(({ to }) => to !== here)
}

function useOwner(scope: Scope | null): string | null {
  const { current } = useLoggedIn()
  return scope === null ? null : `${current.person.id} ${scope.level}/${scope.id}`
}

/** Forms that begin something are not gone back to. */
const FORMS = /\/new(\/|$)/

/** The page that is open; null for one without a name, a form, a dialog, and what is not there. */
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
