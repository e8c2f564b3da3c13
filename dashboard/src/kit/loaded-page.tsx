import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { Problem } from '../api/problem.ts'
import { capitalized } from './form/words.ts'
import { type Crumb, HEADING, Page } from './page.tsx'
import { Loaded } from './states.tsx'

type LoadedPageProps<T> = {
  query: UseQueryResult<T>
  /** Noun for the resource, `order`: the title until the page has its own. */
  what: string
  crumbs: readonly Crumb[]
  /** Renders the whole `<Page>`. */
  children: (data: T) => ReactNode
}

/**
 * Page whose title comes from the API. It has a heading and breadcrumbs even while loading and when the resource is
 * gone.
 */
export function LoadedPage<T>({ query, what, crumbs, children }: LoadedPageProps<T>) {
  const { data, error } = query
  const loaded = (
    <Loaded query={query} what={what}>
      {children}
    </Loaded>
  )
  if (data !== undefined && !(error instanceof Problem && error.isGone)) return loaded
  return (
    <Page title={capitalized(what)} crumbs={crumbs}>
      <KeepFocus />
      {loaded}
    </Page>
  )
}

/** Passes the focus on to the heading that replaces this heading. */
function KeepFocus() {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches(HEADING) !== true) return
      setTimeout(() => document.querySelector<HTMLElement>(HEADING)?.focus({ preventScroll: true }))
    },
    [],
  )
  return null
}
