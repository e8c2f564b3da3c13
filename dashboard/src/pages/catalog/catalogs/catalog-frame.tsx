import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Catalog } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { PageTabs } from '../../../kit/tabs.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

/** Header and tabs shared by the pages of a catalog. */
export function CatalogFrame({ children }: { children: (catalog: Catalog) => ReactNode }) {
  const paths = usePaths()
  const catalog_id = useParam('catalog')
  const query = useRead('/v2/catalogs/{catalog_id}', { params: { path: { catalog_id } } })
  const tabs = [
    { label: 'Releases', to: paths.catalog(catalog_id) },
    { label: 'Settings', to: paths.catalog(catalog_id, 'settings') },
  ]
  const actions = [
    { name: 'Publish', key: 'p', to: paths.catalog(catalog_id, 'publish'), operation: 'PublishCatalog' as const },
    { name: 'Delete', danger: true, to: paths.catalog(catalog_id, 'delete'), operation: 'DeleteCatalog' as const },
  ]
  return (
    <Page
      title={query.data?.data.attributes.name ?? 'Catalog'}
      description={query.data?.data.attributes.description}
      request={{ path: '/v2/catalogs/{catalog_id}', params: { catalog_id } }}
      crumbs={[{ label: 'Catalogs', to: paths.catalogs() }]}
      actions={actions}
      shownActions={1}
      tabs={<PageTabs label="Catalog" tabs={tabs} />}
    >
      <Loaded query={query} what="catalog">
        {({ data }) => children(data)}
      </Loaded>
      <Outlet />
    </Page>
  )
}
