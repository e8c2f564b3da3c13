import { Type } from 'typebox'
import { newId } from '../../db/new-id.ts'
import { PaymentGateway } from '../../event-types/resources/payment-gateway.ts'
import { type Draft, defineResource } from '../kit/resource.ts'
import { initialValues } from '../kit/rows.ts'
import { insertRow, type RowOf } from '../kit/store.ts'
import { type Attribute, bytes, flag, json, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'

/** The gateways of every store. A migration must add each new gateway to existing stores. */
export const GATEWAYS = [
  { slug: 'manual', name: 'Manual', test: false, purpose: 'records payments made elsewhere' },
  { slug: 'sandbox', name: 'Sandbox', test: true, purpose: 'simulates a provider, without money' },
] as const

export type GatewaySlug = (typeof GATEWAYS)[number]['slug']

const Slug = Type.Enum(
  GATEWAYS.map(({ slug }) => slug),
  { description: `${GATEWAYS.map(({ slug, purpose }) => `\`${slug}\` ${purpose}`).join('; ')}.` },
)

const Credentials = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]),
  {
    description:
      'Strings by name, masked in every response. Sending a masked value back or omitting a credential keeps it; null removes it.',
  },
)

/** The payment gateways of a store: a fixed list that each store configures. */
export const gateways = defineResource({
  type: 'gateway',
  singular: 'payment gateway',
  tag: 'Gateways',
  area: 'settings',
  table: 'gateways',
  path: '/gateways',
  pathOfRow: ({ slug }) => `/gateways/${slug}`,
  event: 'payment-gateway',
  event_schema: PaymentGateway,
  key: ['slug'],
  attributes: {
    name: text({ min: 1 }),
    slug: { kind: 'text', schema: Slug, fixed: true } as Attribute<GatewaySlug>,
    enabled: flag({ description: 'Whether orders can be paid through it.' }, { initial: false }),
    test: flag({ description: 'Whether it only simulates payments; the sandbox always does.' }, { initial: false }),
    credentials: json<Record<string, string>>(Credentials, { initial: {} }),
  },
  internal: { secrets: bytes() },
  async prepare(_, { after, sent }: Draft<{ slug: string; test: boolean }>) {
    if (after.slug !== 'sandbox' || after.test) return []
    after.test = true
    return sent.test === false
      ? [{ detail: 'data.test must be true: the sandbox only simulates payments.', pointer: '/data/test' }]
      : []
  },
})

export type Gateway = RowOf<typeof gateways>

/** Creates the gateways of a new store, all disabled, without events. */
export async function createGateways({ tx, owner, now }: Work): Promise<void> {
  const { store_id } = owner
  if (store_id === null) return
  for (const { slug, name, test } of GATEWAYS) {
    const frame = { owner_id: store_id, id: newId(now), version: 1, updated_at: now }
    const row = { ...initialValues(gateways), ...frame, slug, name, test }
    await insertRow(tx, gateways, row)
  }
}
