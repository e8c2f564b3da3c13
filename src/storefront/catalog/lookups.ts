import { Type } from 'typebox'
import { notFound } from '../../kernel/errors.ts'
import { selectIdsBySku } from '../../store/catalog/sql/browse.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { formResources } from '../form.ts'
import { invalidLength, readString, readStrings } from '../hypermedia/fields.ts'
import { errorMessage, MessageError } from '../hypermedia/messages.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { ChangeResult, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { releaseOf } from '../view.ts'
import { itemParams, productsFor } from './products.ts'

const MAX_CODES = 100
const CODES = { min: 1, max: MAX_CODES }

const lookups: StorefrontResource = {
  name: 'lookups',
  type: 'shop.lookups.lookups',
  path: '/lookups/:scope',
  max_age: 600,
  description: 'The forms that find items and purchases by their identifiers.',
  relations: {
    itemlookupform: { to: 'item lookup form' },
    batchitemslookupform: { to: 'batch items lookup form' },
    purchaselookupform: { to: 'purchase lookup form' },
  },
  read: async ({ scope }, paramsList) => {
    const links = Object.keys(lookups.relations).map((rel) => ({ rel, params: { scope } }))
    return paramsList.map(() => ({ links }))
  },
}

const itemLookup = formResources({
  name: 'item lookup',
  type: 'shop.lookups.item-lookup-form',
  paths: { form: '/lookups/:scope/items/form', action: '/lookups/:scope/items' },
  action: 'itemlookupaction',
  description: 'Finds an item by its SKU.',
  fields: { code: Type.String({ minLength: 1, description: 'The SKU.' }) },
  leads_to: 'item',
  data: { code: '' },
  async submit(context, body) {
    const [id] = await idsBySku(context, [readString(body, 'code')])
    if (id === undefined) throw notFound('item')
    return { status: 201, location: itemParams(context, id) }
  },
})

const batchLookup = formResources({
  name: 'batch items lookup',
  type: 'shop.lookups.batch-items-lookup-form',
  paths: { form: '/lookups/:scope/items/batches/form', action: '/lookups/:scope/items/batches' },
  action: 'batchitemslookupaction',
  description: 'Finds several items by their SKUs; unknown SKUs are left out.',
  fields: { codes: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_CODES, description: 'The SKUs.' }) },
  leads_to: 'batch of items',
  data: { codes: [] },
  submit: submitBatch,
})

async function submitBatch(context: StorefrontContext, body: Record<string, unknown>): Promise<ChangeResult> {
  const codes = readStrings(body, 'codes')
  if (codes.length === 0) throw invalidLength('codes', CODES, `codes must have 1 to ${MAX_CODES} elements.`)
  if (codes.length > MAX_CODES) throw tooManyCodes(codes.length)
  return { status: 201, location: { scope: context.scope, batch: encodeBatch(await idsBySku(context, codes)) } }
}

function tooManyCodes(sent: number): MessageError {
  const text = `codes must have at most ${MAX_CODES} elements.`
  const data = { 'field-name': 'codes', 'max-size': String(MAX_CODES), 'invalid-value': String(sent) }
  return new MessageError('too_large', [errorMessage('field.invalid.size', text, { data })])
}

async function idsBySku(context: StorefrontContext, skus: readonly string[]): Promise<string[]> {
  const ref = await releaseOf(context)
  return ref === undefined ? [] : selectIdsBySku(context.deps.db, ref, skus)
}

const ID_BYTES = 16

/** The id of a batch contains its items in binary, so that 100 of them fit into a URI and nothing is stored. */
function encodeBatch(ids: readonly string[]): string {
  return encodeId(Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url'))
}

function decodeBatch(batch: string): string[] {
  const bytes = Buffer.from(decodeId(batch), 'base64url')
  const count = Math.min(Math.floor(bytes.length / ID_BYTES), MAX_CODES)
  return Array.from({ length: count }, (_, index) => {
    const hex = bytes.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  })
}

const batch: StorefrontResource = {
  name: 'batch of items',
  type: 'shop.collections.links',
  path: '/lookups/:scope/items/batches/:batch',
  max_age: 600,
  cached: true,
  description: 'The items that a lookup has found.',
  relations: { element: elements('item') },
  async read(context, paramsList) {
    const batches = paramsList.map(({ batch = '' }) => decodeBatch(batch).map((id) => itemParams(context, id)))
    const products = (await productsFor(context, batches.flat())).values()
    return batches.map((items): ResourceState => {
      const visible = items.filter(() => products.next().value !== null)
      return { links: visible.map((params) => ({ rel: 'element', params })) }
    })
  },
}

export const lookupResources = [lookups, ...itemLookup, ...batchLookup, batch]
