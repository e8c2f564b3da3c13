import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { ToOne } from '../../kernel/schemas.ts'
import { integer, optional, reference, text } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { description, slug } from './product.ts'
import { lockHierarchy, selectPath } from './store.ts'

const identify = (type: string, id: string) => ({ data: { type, id } })

/** Attributes of nodes, both of live nodes and of those in a release. */
export const nodeAttributes = {
  name: text({ min: 1 }),
  slug: slug(),
  description: description('Shown to shoppers.'),
  parent_id: optional(reference({ description: 'The parent node, in the same hierarchy.' })),
  sort_order: integer(
    { minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Position among its siblings, lowest first.' },
    { initial: 0 },
  ),
}

/** A node of a hierarchy. Deleting it deletes its descendants. */
export const nodes: AnyResource = defineResource({
  type: 'node',
  singular: 'node',
  tag: 'Hierarchies',
  table: 'nodes',
  path: '/hierarchies/:hierarchy_id/nodes',
  parents: [{ parameter: 'hierarchy_id', table: 'hierarchies', singular: 'hierarchy' }],
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: nodeAttributes,
  internal: { hierarchy_id: reference() },
  constraints: {
    nodes_slug: {
      code: 'conflict',
      detail: 'Another node of the hierarchy has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
  shows: { relationships: { hierarchy: ToOne('hierarchy'), parent: Type.Optional(ToOne('node')) } },
  show: ({ hierarchy_id, parent_id }) => ({
    relationships: {
      hierarchy: identify('hierarchy', hierarchy_id),
      ...(parent_id !== null && { parent: identify('node', parent_id) }),
    },
  }),
  prepare: checkParent,
})

type NodeRow = Frame & { hierarchy_id: string; parent_id: string | null }

/** Locks the hierarchy: two concurrent moves of nodes below each other would create a cycle. */
async function checkParent(work: Work, { after, before }: Draft<NodeRow>): Promise<readonly Problem[]> {
  const { hierarchy_id, parent_id, id } = after
  if (parent_id === (before?.parent_id ?? null)) return []
  const owner_id = ownerId(work.owner)
  await lockHierarchy(work.tx, owner_id, hierarchy_id)
  if (parent_id === null) return []
  const path = await selectPath(work.tx, { owner_id, hierarchy_id, id: parent_id })
  if (path.length === 0) return [badParent('must be the id of a node of this hierarchy')]
  return path.includes(id) ? [badParent('must not be the node itself or one of its descendants')] : []
}

function badParent(what: string): Problem {
  return { detail: `data.attributes.parent_id ${what}.`, pointer: '/data/attributes/parent_id' }
}
