import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { afterDeletion } from '../rules/release-words.ts'
import { useReleases } from './use-releases.ts'

const STALE = ['/v2/catalogs'] as const

export function DeleteCatalogDialog() {
  const paths = usePaths()
  const path = { catalog_id: useParam('catalog') }
  const query = useRead('/v2/catalogs/{catalog_id}', { params: { path } })
  const releases = useReleases(path.catalog_id).data?.meta.results.total
  return (
    <DeleteRoute
      operation="DeleteCatalog"
      what="catalog"
      title={`Delete the catalog ${query.data?.data.attributes.name ?? ''}?`}
      backTo={paths.catalog(path.catalog_id)}
      doneTo={paths.catalogs()}
      stale={STALE}
      run={(api) => api.DELETE('/v2/catalogs/{catalog_id}', { params: { path } })}
    >
      Shoppers no longer see it, with {releases === undefined ? 'all its releases' : `its ${releases} releases`}.
      Products, hierarchies and price books stay.
    </DeleteRoute>
  )
}

/** Deleting the newest release restores the release before it. */
export function DeleteReleaseDialog() {
  const paths = usePaths()
  const path = { catalog_id: useParam('catalog'), catalog_release_id: useParam('release') }
  const all = useReleases(path.catalog_id).data?.data
  return (
    <DeleteRoute
      operation="DeleteCatalogRelease"
      what="release"
      title="Delete this release?"
      backTo={paths.release(path.catalog_id, path.catalog_release_id)}
      doneTo={paths.catalog(path.catalog_id)}
      stale={STALE}
      run={(api) => api.DELETE('/v2/catalogs/{catalog_id}/releases/{catalog_release_id}', { params: { path } })}
    >
      {all !== undefined && <WhatShoppersSee {...afterDeletion(all, path.catalog_release_id)} />}
    </DeleteRoute>
  )
}

function WhatShoppersSee(after: ReturnType<typeof afterDeletion>) {
  if (after.same) return 'Shoppers see the newest published release as before.'
  if (after.next === null) return 'It is the only published release, so shoppers will no longer see this catalog.'
  return (
    <>
      Shoppers see the release of <Time at={after.next.meta.created_at} /> again, with its products and prices. The
      current content of the catalog stays, and is published with the next release.
    </>
  )
}
