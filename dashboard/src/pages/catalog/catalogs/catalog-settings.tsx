import { notifications } from '@mantine/notifications'
import type { Catalog } from '../../../generated/schema.ts'
import { SchemaForm } from '../../../kit/form/form.tsx'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import { useResourceForm } from '../../../kit/resource/resource-form.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Lines } from '../../../kit/states.tsx'
import { useChange } from '../../../kit/use-change.ts'
import { catalogs } from '../../../resources/catalogs.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { CatalogFrame } from './catalog-frame.tsx'

export function CatalogSettingsPage() {
  return <CatalogFrame>{(catalog) => <Settings key={catalog.id} catalog={catalog} />}</CatalogFrame>
}

function Settings({ catalog }: { catalog: Catalog }) {
  const { schema, layout } = useResourceForm(catalogs, 'UpdateCatalog', null)
  const unsaved = useUnsaved()
  const forbidden = whyForbidden('UpdateCatalog', useScope())
  const save = useChange<object>({
    stale: ['/v2/catalogs'],
    run: (api, data) =>
      api.PUT('/v2/catalogs/{catalog_id}', { params: { path: { catalog_id: catalog.id } }, body: { data } }),
    onDone: () => notifications.show({ message: 'Saved. Shoppers see it with the next release.' }),
  })
  if (forbidden !== null)
    return (
      <Section title="Settings" description={forbidden}>
        <JsonView label="catalog" value={catalog as never} />
      </Section>
    )
  return (
    <Section title="Settings" description="Shoppers see a change with the next release.">
      {unsaved.question}
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          value={catalog}
          {...layout}
          submitLabel="Save"
          onSubmit={(data) => save.mutateAsync(data)}
          onDirty={unsaved.setDirty}
        />
      )}
    </Section>
  )
}
