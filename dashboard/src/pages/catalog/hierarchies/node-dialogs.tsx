import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { hidden } from '../../../kit/form/overrides.ts'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { FormDialog } from '../form-dialog.tsx'
import { withDescendants } from '../rules/node-tree.ts'
import { useNodes } from './use-nodes.ts'

const STALE = ['/v2/hierarchies', '/v2/products'] as const
const ORDER = ['name', 'slug', 'description', 'sort_order', 'locales']
/** The tree already shows the position. */
const OVERRIDES = { parent_id: hidden, relationships: hidden, meta: hidden }

export function CreateNodeDialog() {
  const hierarchy_id = useParam('hierarchy')
  const [{ parent }] = useAddressState()
  const back = usePaths().hierarchy(hierarchy_id)
  const name = useNodes(hierarchy_id).data?.find(({ id }) => id === parent)?.attributes.name
  const dataOf = (data: FormBody) => ({
    attributes: { ...(data.attributes as { name: string }), ...(parent === undefined ? {} : { parent_id: parent }) },
  })
  return (
    <FormDialog
      title={name === undefined ? 'New node' : `New node below ${name}`}
      backTo={parent === undefined ? back : `${back}?node=${parent}`}
      operation="CreateNode"
      overrides={OVERRIDES}
      order={ORDER}
      submitLabel="Create node"
      stale={STALE}
      dataOf={dataOf}
      run={(api, data) => {
        const params = { path: { hierarchy_id } }
        return api.POST('/v2/hierarchies/{hierarchy_id}/nodes', { params, body: { data: dataOf(data) } })
      }}
      doneTo={({ data }) => `${back}?node=${data.id}`}
    />
  )
}

export function EditNodeDialog() {
  const path = usePath()
  const back = `${usePaths().hierarchy(path.hierarchy_id)}?node=${path.node_id}`
  const query = useRead('/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', { params: { path } })
  return (
    <Loaded query={query} what="node">
      {({ data: value }) => (
        <FormDialog
          title="Edit node"
          backTo={back}
          operation="UpdateNode"
          value={value}
          overrides={OVERRIDES}
          order={ORDER}
          submitLabel="Save"
          stale={STALE}
          run={(api, data) =>
            api.PUT('/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', { params: { path }, body: { data } })
          }
        />
      )}
    </Loaded>
  )
}

export function DeleteNodeDialog() {
  const path = usePath()
  const back = usePaths().hierarchy(path.hierarchy_id)
  const nodes = useNodes(path.hierarchy_id).data ?? []
  const name = nodes.find(({ id }) => id === path.node_id)?.attributes.name ?? ''
  const below = withDescendants(nodes, path.node_id).size - 1
  return (
    <DeleteRoute
      operation="DeleteNode"
      what="node"
      title={`Delete the node ${name}?`}
      backTo={`${back}?node=${path.node_id}`}
      doneTo={back}
      stale={STALE}
      run={(api) => api.DELETE('/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', { params: { path } })}
    >
      {below > 0 &&
        `${below} ${below === 1 ? 'node' : 'nodes'} below it ${below === 1 ? 'is' : 'are'} deleted with it. `}
      The products in it stay in the store. Shoppers see it until the next release.
    </DeleteRoute>
  )
}

function usePath() {
  return { hierarchy_id: useParam('hierarchy'), node_id: useParam('node') }
}
