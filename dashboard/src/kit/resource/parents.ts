import { useQueries } from '@tanstack/react-query'
import { useAllParams } from '../address-state.ts'
import { capitalized } from '../form/words.ts'
import type { Crumb } from '../page.tsx'
import { useScope } from '../scope.ts'
import { usePaths } from '../use-paths.ts'
import { type AnyResource, addressOf, idName, type Row, type Tab, titleOf } from './resource.ts'
import { rowOptions } from './row.ts'

/** Ancestors of a resource, outermost first, as breadcrumbs. */
export function useParents(resource: AnyResource): { parent: Row | null; crumbs: Crumb[] } {
  const scope = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const parents = parentsOf(resource)
  const rows = useQueries({
    queries: parents.map((parent) => rowOptions(scope, parent, params)),
  }).map(({ data }) => data?.data ?? null)
  const crumbs = parents.flatMap((parent, at) => {
    const list = addressOf(parent, params)
    const row = rows[at] ?? null
    const label = row === null ? capitalized(parent.label.one) : titleOf(parent, row)
    return [
      { label: capitalized(parent.label.many), to: paths.resource(list) },
      { label, to: paths.resource(list, params[idName(parent)]) },
    ]
  })
  return { parent: rows.at(-1) ?? null, crumbs }
}

function parentsOf({ parent }: AnyResource): AnyResource[] {
  return parent === undefined ? [] : [...parentsOf(parent), parent]
}

/** Tabs of a resource: itself and the lists below it. Empty if there are none. */
export function useTabsOf(resource: AnyResource | undefined, row: Row | null): { label: string; to: string }[] {
  const params = useAllParams()
  const paths = usePaths()
  if (resource === undefined || row === null) return []
  const key = params[idName(resource)]
  const below = resource.below?.(row) ?? []
  const toTab = (tab: Tab) => ({ label: tab.label, to: paths.resource(addressOf(tab, params)) })
  if (below.length === 0) return []
  return [{ label: 'Details', to: paths.resource(addressOf(resource, params), key) }, ...below.map(toTab)]
}
