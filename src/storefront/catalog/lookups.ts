import { notFound } from '../../kernel/errors.ts'
import { selectIdsBySku } from '../../store/catalog/browse.ts'
import { formAndAction } from '../form.ts'
import { textIn, textsIn } from '../hypermedia/fields.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Body, Outcome, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { itemAt, productsAt, releaseOf } from './shelf.ts'

const MOST_CODES = 100

const lookups: Resource<Shop> = {
  name: 'lookups',
  type: 'shop.lookups.lookups',
  path: '/lookups/:scope',
  max_age: 600,
  relations: {
    itemlookupform: 'item lookup form',
    batchitemslookupform: 'batch items lookup form',
    purchaselookupform: 'purchase lookup form',
  },
  read: async ({ scope }, addresses) => {
    const links = Object.keys(lookups.relations).map((rel) => ({ rel, params: { scope } }))
    return addresses.map(() => ({ links }))
  },
}

const one = formAndAction({
  name: 'item lookup',
  type: 'shop.lookups.item-lookup-form',
  paths: { form: '/lookups/:scope/items/form', action: '/lookups/:scope/items' },
  action: 'itemlookupaction',
  fields: { code: 'string' },
  data: { code: '' },
  async submit(shop, body) {
    const [id] = await idsOf(shop, [textIn(body, 'code')])
    if (id === undefined) throw notFound('item')
    return { status: 201, at: { name: 'item', params: itemAt(shop, id) } }
  },
})

const several = formAndAction({
  name: 'batch items lookup',
  type: 'shop.lookups.batch-items-lookup-form',
  paths: { form: '/lookups/:scope/items/batches/form', action: '/lookups/:scope/items/batches' },
  action: 'batchitemslookupaction',
  fields: { codes: 'string[]' },
  data: { codes: [] },
  submit: lookUp,
})

async function lookUp(shop: Shop, body: Record<string, unknown>): Promise<Outcome> {
  const codes = textsIn(body, 'codes')
  if (codes.length > MOST_CODES) throw tooMany(codes.length)
  const params = { scope: shop.scope, batch: writeBatch(await idsOf(shop, codes)) }
  return { status: 201, at: { name: 'batch of items', params } }
}

function tooMany(sent: number): Refusal {
  const text = `codes must be at most ${MOST_CODES}.`
  const data = { 'field-name': 'codes', 'max-size': String(MOST_CODES), 'invalid-value': String(sent) }
  return new Refusal('too_large', [{ type: 'error', id: 'field.invalid.size', 'debug-message': text, data }])
}

async function idsOf(shop: Shop, skus: readonly string[]): Promise<string[]> {
  const ref = await releaseOf(shop)
  return ref === undefined ? [] : selectIdsBySku(shop.deps.db, ref, skus)
}

const ID_BYTES = 16

/** The items themselves, packed: 100 of them still fit into an address. */
function writeBatch(ids: readonly string[]): string {
  return opaque(Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url'))
}

function readBatch(batch: string): string[] {
  const bytes = Buffer.from(readOpaque(batch), 'base64url')
  const count = Math.min(Math.floor(bytes.length / ID_BYTES), MOST_CODES)
  return Array.from({ length: count }, (_, index) => {
    const hex = bytes.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  })
}

const batch: Resource<Shop> = {
  name: 'batch of items',
  type: 'shop.collections.links',
  path: '/lookups/:scope/items/batches/:batch',
  max_age: 600,
  relations: { element: 'item' },
  async read(shop, addresses) {
    const batches = addresses.map(({ batch = '' }) => readBatch(batch).map((id) => itemAt(shop, id)))
    const products = (await productsAt(shop, batches.flat())).values()
    return batches.map((items): Body => {
      const seen = items.filter(() => products.next().value !== null)
      return { links: seen.map((params) => ({ rel: 'element', rev: 'list', params })) }
    })
  },
}

/** From codes that a client knows to items. */
export const lookupResources = [lookups, ...one, ...several, batch]
