import { List, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { CatalogReleasePreview } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Lines, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { COMPARING_CHANGES, NOTHING_CHANGED } from '../../../messages/en.ts'
import { previewSentences } from '../rules/release-words.ts'
import { ChangeRows } from './change-rows.tsx'

/** Shows what will change before the catalog is published. */
export function PublishDialog() {
  const paths = usePaths()
  const goTo = useGoTo()
  const catalog_id = useParam('catalog')
  const path = { catalog_id }
  const back = paths.catalog(catalog_id)
  const preview = useRead('/v2/catalogs/{catalog_id}/releases/preview', { params: { path } })
  const [export_full_delta, setFull] = useState(false)
  const body = export_full_delta ? { export_full_delta } : {}
  const publish = useChange<void, { data: { id: string } }>({
    stale: ['/v2/catalogs'],
    run: (api) => api.POST('/v2/catalogs/{catalog_id}/releases', { params: { path }, body }),
    onDone: ({ data }) => goTo(paths.release(catalog_id, data.id)),
  })
  return (
    <RouteDialog title="Publish the catalog" backTo={back} size="lg">
      <DialogForm
        operation="PublishCatalog"
        params={path}
        body={body}
        onSubmit={() => publish.mutateAsync()}
        onCancel={() => goTo(back)}
        submitLabel="Publish"
        disabledReason={preview.isPending ? COMPARING_CHANGES : null}
        error={publish.error}
        what="catalog"
      >
        {preview.error !== null && <ProblemView error={preview.error} what="catalog" />}
        {preview.isPending && <Lines count={4} />}
        {preview.data !== undefined && <Preview preview={preview.data.data} />}
        <Switch
          label="List everything in the changes of this release"
          description="For systems that read the catalog from scratch."
          checked={export_full_delta}
          onChange={(event) => setFull(event.currentTarget.checked)}
        />
      </DialogForm>
    </RouteDialog>
  )
}

function Preview({ preview: { attributes, meta } }: { preview: CatalogReleasePreview }) {
  const sentences = previewSentences(attributes)
  return (
    <>
      {meta.previous_release_id === null && (
        <Text size="sm">This is the first release. Shoppers will see it at once.</Text>
      )}
      {sentences.length === 0 ? (
        <Text size="sm">{NOTHING_CHANGED}</Text>
      ) : (
        <List size="sm">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
      {!meta.complete && <Text size="sm">Only the first products were compared: more may differ.</Text>}
      {attributes.changes.length > 0 && <ChangeRows changes={attributes.changes} />}
    </>
  )
}
