import { useAllParams } from '../../kit/address-state.ts'
import { Page } from '../../kit/page.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import type { AnyResource } from '../../kit/resource/resource.ts'
import { ResourceDelete } from '../../kit/resource/resource-delete.tsx'
import { ResourceList } from '../../kit/resource/resource-list.tsx'
import { ResourceNew } from '../../kit/resource/resource-new.tsx'
import { ResourcePage } from '../../kit/resource/resource-page.tsx'
import { Loaded } from '../../kit/states.tsx'
import { entriesOf } from '../../resources/shapes/custom-entries.ts'

export function CustomEntriesPage() {
  return <WithEntries View={ResourceList} />
}

export function CustomEntryNewPage() {
  return <WithEntries View={ResourceNew} />
}

export function CustomEntryPage() {
  return <WithEntries View={ResourcePage} />
}

export function CustomEntryDelete() {
  return <WithEntries View={ResourceDelete} />
}

/** Limit of fields per custom API. */
const MAX_FIELDS = 100

/** Entries become a plain resource once the fields of their custom API are loaded. */
function WithEntries({ View }: { View: (props: { resource: AnyResource }) => React.ReactNode }) {
  const { custom_api_id = '' } = useAllParams()
  const path = { custom_api_id }
  const api = useRead('/v2/settings/extensions/custom-apis/{custom_api_id}', { params: { path } })
  const fields = useRead('/v2/settings/extensions/custom-apis/{custom_api_id}/fields', {
    params: { path, query: { 'page[limit]': MAX_FIELDS } },
  })
  if (api.data !== undefined && fields.data !== undefined)
    return <View resource={entriesOf(api.data.data, fields.data.data)} />
  return (
    <Page title="Entries">
      <Loaded query={api} what="custom API">
        {() => (
          <Loaded query={fields} what="custom API">
            {() => null}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
