import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { ImpliedType, Timestamps, ToOne } from '../../kernel/schemas.ts'
import { changesAmong } from '../kit/aliases.ts'
import { type AnyResource, type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import { integer, optional, reference, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { locales } from './locales.ts'
import { admin_attributes, shopper_attributes } from './merchant-attributes.ts'
import { description, slug } from './product.ts'
import { lockHierarchy, selectPath } from './store.ts'

const identify = (type: string, id: string) => ({ data: { type, id } })

const sort_order = integer(
  { minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Position among its siblings, lowest first.' },
  { initial: 0 },
)

/** Attributes shared by live and released nodes. */
export const nodeAttributes = {
  name: text({ min: 1 }),
  slug: slug(),
  description: description('Shown to shoppers.'),
  locales,
  shopper_attributes,
  parent_id: optional(reference({ description: 'The parent node, in the same hierarchy.' })),
  sort_order,
}

export const NodeIdentifier = Type.Object({ type: ImpliedType('node'), id: Type.String({ format: 'uuid' }) })
export const SortOrder = Type.Unsafe<number>({ ...sort_order.schema, description: 'Alias of `sort_order`.' })

const Meta = Type.Object({ sort_order: Type.Optional(SortOrder) })
type Beside = { meta?: Static<typeof Meta> }

/** A node of a hierarchy. Deleting it deletes its descendants. */
export const nodes: AnyResource = defineResource({
  type: 'node',
  singular: 'node',
  tag: 'Hierarchies',
  area: 'catalog',
  reports_unknown: true,
  table: 'nodes',
  path: '/hierarchies/:hierarchy_id/nodes',
  parents: [{ parameter: 'hierarchy_id', table: 'hierarchies', singular: 'hierarchy' }],
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['slug'],
  references: { parent_id: 'node' },
  attributes: { ...nodeAttributes, admin_attributes },
  ignores: { curated_products: 'Shoppers sort the products of a node themselves.' },
  internal: { hierarchy_id: reference() },
  constraints: {
    nodes_slug: {
      code: 'conflict',
      detail: 'Another node of the hierarchy has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
  accepts_beside: { meta: Meta },
  related: { parent: { attribute: 'parent_id', type: 'node' } },
  shows: {
    attributes: Timestamps.properties,
    relationships: { hierarchy: ToOne('hierarchy'), parent: Type.Optional(ToOne('node')) },
    meta: { ...Timestamps.properties, sort_order: SortOrder },
  },
  show: (row) => ({
    attributes: timestampsOf(row),
    relationships: {
      hierarchy: identify('hierarchy', row.hierarchy_id),
      ...(row.parent_id !== null && { parent: identify('node', row.parent_id) }),
    },
    meta: { ...timestampsOf(row), sort_order: row.sort_order },
  }),
  // Moves lock the hierarchy before its nodes, so that concurrent moves cannot deadlock.
  async beforeLock({ tx, owner }, { parent_id, relationships }, { hierarchy_id = '' }) {
    if (parent_id !== undefined || relationships !== undefined) await lockHierarchy(tx, ownerId(owner), hierarchy_id)
  },
  prepare: completeNode,
})

type NodeRow = Frame & { hierarchy_id: string; parent_id: string | null; sort_order: number }

async function completeNode(work: Work, { after, before, sent }: Draft<NodeRow>): Promise<readonly Problem[]> {
  const { meta } = sent as Beside
  const orders = changesAmong(
    [sent.sort_order === undefined ? undefined : after.sort_order, meta?.sort_order],
    before?.sort_order,
  )
  if (orders.length > 1)
    return [problem('meta/sort_order', 'must be the same as data.attributes.sort_order: change only one of them')]
  after.sort_order = orders[0] ?? after.sort_order
  const wrong = await parentProblem(work, after, before)
  return wrong === null ? [] : [problem('attributes/parent_id', wrong)]
}

/**
 * Returns the reason why a node cannot have its new parent, or null. Locks the hierarchy, because two concurrent moves
 * could create a cycle.
 */
async function parentProblem(work: Work, after: NodeRow, before: NodeRow | null): Promise<string | null> {
  const { hierarchy_id, parent_id, id } = after
  if (parent_id === (before?.parent_id ?? null)) return null
  const owner_id = ownerId(work.owner)
  await lockHierarchy(work.tx, owner_id, hierarchy_id)
  if (parent_id === null) return null
  const path = await selectPath(work.tx, { owner_id, hierarchy_id, id: parent_id })
  if (path.length === 0) return 'must be the id of a node of this hierarchy'
  return path.includes(id) ? 'must not be the node itself or one of its descendants' : null
}

function problem(path: string, what: string): Problem {
  return { detail: `data.${path.replaceAll('/', '.')} ${what}.`, pointer: `/data/${path}` }
}
