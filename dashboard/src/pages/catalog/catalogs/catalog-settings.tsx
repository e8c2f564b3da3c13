import { notifications } from '@mantine/notifications'
import type { Catalog } from '../../../generated/schema.ts'
import { EditSection } from '../../../kit/form/edit-section.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
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
  const save = useChange<object>({
    stale: ['/v2/catalogs'],
    run: (api, data) =>
      api.PUT('/v2/catalogs/{catalog_id}', { params: { path: { catalog_id: catalog.id } }, body: { data } }),
    onDone: () => notifications.show({ message: SAVED_UNTIL_RELEASE }),
  })
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
      onSave={(data) => save.mutateAsync(data)}
    />
  )
}
