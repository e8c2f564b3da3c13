import type { ProductPrice } from '../../../../generated/schema.ts'
import { inFilter } from '../../products/product-reads.ts'
import { batchesOf } from '../../rules/price-edits.ts'
import type { Step } from '../../rules/product-steps.ts'
import type { Tools } from './made.ts'

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

/** SKUs or ids per read, since the length of an address is limited. */
const BLOCK = 50
const PRICES = '/v2/pricebooks/{pricebook_id}/prices'

/** Adds prices. A price that is there keeps what the page does not show, such as its tiers. */
export async function savePrices({ pricebook_id, prices }: StepOf<'prices'>, { api }: Tools): Promise<void> {
  const path = { pricebook_id }
  for (const block of batchesOf(prices, BLOCK)) {
    const filter = `${inFilter(
      'sku',
      block.map(({ sku }) => sku),
    )}:is_null(valid_from)`
    const { data } = await api.GET(PRICES, { params: { path, query: { filter, 'page[limit]': BLOCK } } })
    const there = new Map((data?.data ?? []).map((price) => [price.attributes.sku, price]))
    const changed = block.flatMap((price) => {
      const before = there.get(price.sku)
      return before === undefined ? [] : [merged(before, price.currencies)]
    })
    if (changed.length > 0) await api.PUT(PRICES, { params: { path }, body: { data: changed } })
    for (const attributes of block.filter(({ sku }) => !there.has(sku)))
      await api.POST(PRICES, { params: { path }, body: { data: { type: 'product-price', attributes } } })
  }
}

function merged({ id, attributes }: ProductPrice, amounts: Readonly<Record<string, { amount: number }>>) {
  const entries = Object.entries(amounts).map(([currency, { amount }]) => [
    currency,
    { ...attributes.currencies[currency], amount },
  ])
  const currencies = { ...attributes.currencies, ...Object.fromEntries(entries) }
  return { type: 'product-price' as const, id, attributes: { currencies } }
}

/** Counts the units on hand of the product or its variants. */
export async function saveStock({ stock }: StepOf<'stock'>, { api, made, idempotencyKey }: Tools): Promise<void> {
  const counts = stock.map(({ values, quantity }) => ({
    product_id: made.id(values.length === 0 ? 'product' : `variant ${JSON.stringify(values)}`),
    quantity,
  }))
  for (const block of batchesOf(counts, BLOCK)) {
    const filter = inFilter(
      'product_id',
      block.map(({ product_id }) => product_id),
    )
    const { data } = await api.GET('/v2/inventories', { params: { query: { filter, 'page[limit]': BLOCK } } })
    const there = new Map((data?.data ?? []).map((one) => [one.product_id, one.on_hand]))
    for (const { product_id, quantity } of block) {
      const header = { 'idempotency-key': `${idempotencyKey} ${product_id} ${quantity}` }
      const params = { path: { product_id }, header }
      if (!there.has(product_id))
        await api.POST('/v2/inventories/{product_id}', { params, body: { data: { quantity } } })
      else if (there.get(product_id) !== quantity)
        await api.POST('/v2/inventories/{product_id}/transactions', {
          params,
          body: { data: { action: 'set', quantity } },
        })
    }
  }
}
