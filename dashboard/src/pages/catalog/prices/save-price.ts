import type { Api } from '../../../api/client.ts'
import { inFilter } from '../products/product-reads.ts'
import type { CurrencyPrice } from '../rules/price-cell.ts'

const PRICES = '/v2/pricebooks/{pricebook_id}/prices'
const PRICE = '/v2/pricebooks/{pricebook_id}/prices/{product_price_id}'

/** A cell: the price of a SKU in a price book and a currency. `price_id` is null while the book has none of the SKU. */
export type PriceCell = { pricebook_id: string; price_id: string | null; sku: string; currency: string }

/**
 * Sets or removes (null) the price of one cell. Reads the others first, since an update replaces all currencies of the
 * price; the last one to go takes the price with it.
 */
export async function savePrice(api: Api, cell: PriceCell, price: CurrencyPrice | null): Promise<void> {
  const { pricebook_id, price_id, sku, currency } = cell
  const params = { path: { pricebook_id } }
  const query = { filter: inFilter('sku', [sku]), 'page[limit]': 100 }
  const all = (await api.GET(PRICES, { params: { ...params, query } })).data?.data ?? []
  const before = all.find((one) => (price_id === null ? one.attributes.valid_from === null : one.id === price_id))
  if (before === undefined) {
    if (price === null) return
    const attributes = { sku, currencies: { [currency]: price } }
    await api.POST(PRICES, { params, body: { data: { type: 'product-price', attributes } } })
    return
  }
  const path = { pricebook_id, product_price_id: before.id }
  const { [currency]: _, ...others } = before.attributes.currencies
  const currencies = price === null ? others : { ...others, [currency]: price }
  if (Object.keys(currencies).length === 0) await api.DELETE(PRICE, { params: { path } })
  else await api.PUT(PRICE, { params: { path }, body: { data: { type: 'product-price', attributes: { currencies } } } })
}
