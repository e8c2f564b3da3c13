import type { Catalog } from '../../../generated/schema.ts'
import { EditSection } from '../../../kit/form/edit-section.tsx'
import { useResourceForm } from '../../../kit/resource/resource-form.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { SAVED_UNTIL_RELEASE } from '../../../messages/en.ts'
import { catalogs } from '../../../resources/catalogs.ts'
import { CatalogFrame } from './catalog-frame.tsx'

export function CatalogSettingsPage() {
  return <CatalogFrame>{(catalog) => <Settings key={catalog.id} catalog={catalog} />}</CatalogFrame>
}

function Settings({ catalog }: { catalog: Catalog }) {
  const { schema, layout } = useResourceForm(catalogs, 'UpdateCatalog', null)
  const forbidden = whyForbidden('UpdateCatalog', useScope())
  return (
    <EditSection
      title="Settings"
      description="Shoppers see a change with the next release."
      label="catalog"
      value={catalog}
      schema={schema}
      layout={layout}
      forbidden={forbidden}
      operation="UpdateCatalog"
      save={(api, data) =>
        api.PUT('/v2/catalogs/{catalog_id}', { params: { path: { catalog_id: catalog.id } }, body: { data } })
      }
      stale="/v2/catalogs"
      said={SAVED_UNTIL_RELEASE}
    />
  )
}
