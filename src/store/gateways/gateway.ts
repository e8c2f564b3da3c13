import { Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'
import { type Attribute, bytes, flag, json, text } from '../kit/attribute.ts'
import { type Draft, defineResource } from '../kit/resource.ts'
import { initialValues } from '../kit/rows.ts'
import { insertRow, type RowOf } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'

/** The gateways that every store has, and no others. */
const GATEWAYS = [
  { slug: 'manual', name: 'Manual', test: false },
  { slug: 'sandbox', name: 'Sandbox', test: true },
] as const

export type GatewaySlug = (typeof GATEWAYS)[number]['slug']

const Slug = Type.Enum(
  GATEWAYS.map(({ slug }) => slug),
  { description: '`manual` records payments made elsewhere; `sandbox` acts out what a provider does, without money.' },
)

const Credentials = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]),
  {
    description:
      'Texts by name, masked in every answer. A masked one sent back stays what it is, null removes one, the others stay.',
  },
)

/** The ways in which orders are paid: fixed, set up by each store. */
export const gateways = defineResource({
  type: 'gateway',
  one: 'payment gateway',
  tag: 'Gateways',
  table: 'gateways',
  path: '/gateways',
  pathOfRow: ({ slug }) => `/gateways/${slug}`,
  event: 'payment-gateway',
  attributes: {
    name: text({ min: 1 }),
    slug: { kind: 'text', schema: Slug, fixed: true } as Attribute<GatewaySlug>,
    enabled: flag({ description: 'Whether orders can be paid through it.' }, { initial: false }),
    test: flag({ description: 'Whether it only pretends to take money; the sandbox always does.' }, { initial: false }),
    credentials: json<Record<string, string>>(Credentials, { initial: {} }),
  },
  kept: { secrets: bytes() },
  async prepare(_, { after, sent }: Draft<{ slug: string; test: boolean }>) {
    if (after.slug !== 'sandbox' || after.test) return []
    after.test = true
    return sent.test === false ? [{ detail: 'data.test: the sandbox only pretends.', pointer: '/data/test' }] : []
  },
})

export type Gateway = RowOf<typeof gateways>

/** Gives a new store its gateways, all of them disabled; that fires nothing. */
export async function makeGateways({ tx, owner, now }: Work): Promise<void> {
  const { store_id } = owner
  if (store_id === null) return
  for (const fixed of GATEWAYS) {
    const frame = { owner_id: store_id, id: newId(now), version: 1, updated_at: now }
    await insertRow(tx, gateways, { ...initialValues(gateways), ...frame, ...fixed })
  }
}
