import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../api/client.ts'
import type { Node } from '../../../generated/schema.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope } from '../../../kit/scope.ts'
import type { Move } from '../rules/node-tree.ts'

export const NODES = '/v2/hierarchies/{hierarchy_id}/nodes'
const PAGE = 100
/** Longer trees are truncated, with a notice. */
export const MAX_NODES = 2_000

export function useNodes(hierarchy_id: string) {
  const { api, id } = useScope()
  return useQuery({
    queryKey: [NODES, id, hierarchy_id],
    queryFn: () => readNodes(api, hierarchy_id),
    placeholderData: keepPreviousData,
  })
}

export async function readNodes(api: Api, hierarchy_id: string): Promise<Node[]> {
  const nodes: Node[] = []
  while (nodes.length < MAX_NODES) {
    const query = { sort: 'id', 'page[limit]': PAGE, 'page[offset]': nodes.length }
    const { data } = await api.GET(NODES, { params: { path: { hierarchy_id }, query } })
    nodes.push(...(data?.data ?? []))
    if ((data?.data.length ?? 0) < PAGE) break
  }
  return nodes
}

/** Moves nodes, parents first, because a sort order counts among siblings. */
export function useMoveNodes(hierarchy_id: string) {
  return useChange<readonly Move[]>({
    stale: [NODES],
    run: async (api, moves) => {
      for (const { id: node_id, parent_id, sort_order } of moves)
        await api.PUT('/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', {
          params: { path: { hierarchy_id, node_id } },
          body: { data: { attributes: { parent_id, sort_order } } },
        })
      return {}
    },
  })
}
