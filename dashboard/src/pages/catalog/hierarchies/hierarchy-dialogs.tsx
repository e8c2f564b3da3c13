import type { NewHierarchy } from '../../../generated/schema.ts'
import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { FormDialog } from '../form-dialog.tsx'

const STALE = ['/v2/hierarchies'] as const
const ORDER = ['name', 'slug', 'description', 'include_products', 'locales']

export function CreateHierarchyDialog() {
  const paths = usePaths()
  return (
    <FormDialog
      title="New hierarchy"
      backTo={paths.hierarchies()}
      operation="CreateHierarchy"
      order={ORDER}
      submitLabel="Create hierarchy"
      stale={STALE}
      run={(api, data) => api.POST('/v2/hierarchies', { body: { data: asBody<NewHierarchy>(data) } })}
      doneTo={({ data }) => paths.hierarchy(data.id)}
    />
  )
}

export function EditHierarchyDialog() {
  const { hierarchy_id, back, query } = useHierarchy()
  return (
    <Loaded query={query} what="hierarchy">
      {({ data: value }) => (
        <FormDialog
          title="Edit hierarchy"
          backTo={back}
          operation="UpdateHierarchy"
          value={value}
          order={ORDER}
          submitLabel="Save"
          stale={STALE}
          run={(api, data) =>
            api.PUT('/v2/hierarchies/{hierarchy_id}', {
              params: { path: { hierarchy_id } },
              body: { data },
            })
          }
        />
      )}
    </Loaded>
  )
}

/** Copies the nodes and, optionally, their products. */
export function DuplicateHierarchyDialog() {
  const paths = usePaths()
  const { hierarchy_id, back } = useHierarchy()
  return (
    <FormDialog
      title="Duplicate hierarchy"
      backTo={back}
      operation="DuplicateHierarchy"
      order={ORDER}
      submitLabel="Duplicate"
      stale={STALE}
      run={(api, data) =>
        api.POST('/v2/hierarchies/{hierarchy_id}/duplicate', {
          params: { path: { hierarchy_id } },
          body: { data },
        })
      }
      doneTo={({ data }) => paths.hierarchy(data.id)}
    />
  )
}

export function DeleteHierarchyDialog() {
  const paths = usePaths()
  const { hierarchy_id, back, query } = useHierarchy()
  const nodes = useRead('/v2/hierarchies/{hierarchy_id}/nodes', {
    params: { path: { hierarchy_id }, query: { 'page[limit]': 1 } },
  })
  const count = nodes.data?.meta.results.total
  return (
    <DeleteRoute
      operation="DeleteHierarchy"
      what="hierarchy"
      title={`Delete the hierarchy ${query.data?.data.attributes.name ?? ''}?`}
      backTo={back}
      doneTo={paths.hierarchies()}
      stale={STALE}
      run={(api, force) =>
        api.DELETE('/v2/hierarchies/{hierarchy_id}', {
          params: { path: { hierarchy_id }, ...(force && { query: { force } }) },
        })
      }
    >
      Its {count === undefined ? '' : `${count.toLocaleString('en-US')} `}nodes are deleted with it. The products in
      them stay. Shoppers see it until the next release of its catalogs.
    </DeleteRoute>
  )
}

function useHierarchy() {
  const paths = usePaths()
  const hierarchy_id = useParam('hierarchy')
  const [{ node }] = useAddressState()
  const back = `${paths.hierarchy(hierarchy_id)}${node === undefined ? '' : `?node=${node}`}`
  const query = useRead('/v2/hierarchies/{hierarchy_id}', { params: { path: { hierarchy_id } } })
  return { hierarchy_id, back, query }
}
