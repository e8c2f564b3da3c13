import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { Problem } from '../api/problem.ts'
import { capitalized } from './form/words.ts'
import { type Crumb, HEADING, Page } from './page.tsx'
import { Loaded } from './states.tsx'

type LoadedPageProps<T> = {
  query: UseQueryResult<T>
  /** What is read, in words: `order`. It is the title until the page has its own. */
  what: string
  crumbs: readonly Crumb[]
  /** The whole `<Page>`. */
  children: (data: T) => ReactNode
}

/** A page whose title is read. While it is read, and when it is gone, it has a heading and the way back all the same. */
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

/** The heading that takes the place of this one has the focus if this one had it. */
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
