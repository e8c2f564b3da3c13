import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { integer, optional, reference, text } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { description, slug } from './product.ts'
import { lockHierarchy, selectPath } from './store.ts'

const identifier = (type: string) => Type.Object({ data: Type.Object({ type: Type.Literal(type), id: Type.String() }) })
const identify = (type: string, id: string) => ({ data: { type, id } })

/** What a node says, wherever it stands. */
export const nodeAttributes = {
  name: text({ min: 1 }),
  slug: slug(),
  description: description('For shoppers.'),
  parent_id: optional(reference({ description: 'The node of the same hierarchy that it is below.' })),
  sort_order: integer(
    { minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Its place among its siblings, low first.' },
    { initial: 0 },
  ),
}

/** What is below a node goes with it. */
export const nodes: AnyResource = defineResource({
  type: 'node',
  one: 'node',
  tag: 'Hierarchies',
  table: 'nodes',
  path: '/hierarchies/:hierarchy_id/nodes',
  parents: [{ parameter: 'hierarchy_id', table: 'hierarchies', one: 'hierarchy' }],
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: nodeAttributes,
  kept: { hierarchy_id: reference() },
  constraints: {
    nodes_slug: {
      code: 'conflict',
      detail: 'Another node of the hierarchy has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
  shows: { relationships: { hierarchy: identifier('hierarchy'), parent: Type.Optional(identifier('node')) } },
  show: ({ hierarchy_id, parent_id }) => ({
    relationships: {
      hierarchy: identify('hierarchy', hierarchy_id),
      ...(parent_id !== null && { parent: identify('node', parent_id) }),
    },
  }),
  prepare: checkPlace,
})

type Placed = Frame & { hierarchy_id: string; parent_id: string | null }

/** One node of a hierarchy at a time gets a place: two that move below each other at once would make a circle. */
async function checkPlace(work: Work, { after, before }: Draft<Placed>): Promise<readonly Problem[]> {
  const { hierarchy_id, parent_id, id } = after
  if (parent_id === (before?.parent_id ?? null)) return []
  const owner_id = ownerId(work.owner)
  await lockHierarchy(work.tx, owner_id, hierarchy_id)
  if (parent_id === null) return []
  const path = await selectPath(work.tx, { owner_id, hierarchy_id, id: parent_id })
  if (path.length === 0) return [badParent('names no node of this hierarchy')]
  return path.includes(id) ? [badParent('is the node itself, or one below it')] : []
}

function badParent(what: string): Problem {
  return { detail: `data.attributes.parent_id ${what}.`, pointer: '/data/attributes/parent_id' }
}
