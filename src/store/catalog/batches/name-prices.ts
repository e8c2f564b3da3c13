import { invalid, type Problem } from '../../../kernel/errors.ts'
import type { BatchUpdate } from '../../kit/batch.ts'
import { canonicalTime } from '../../kit/canonical.ts'
import type { Work } from '../../kit/work.ts'
import { lookupBySku } from '../rules/by-sku.ts'
import { type PriceOfSku, selectPricesOfSkus } from '../sql/prices-of-skus.ts'

/** A price in a batch: named by its id, or by its SKU with `valid_from` if the SKU has several prices. */
export type NamedPrice = { id?: string; sent: Readonly<Record<string, unknown>> }

/** Resolves the ids of the prices to update. Throws `invalid`. */
export async function namePrices(
  { tx }: Pick<Work, 'tx'>,
  pricebook: { owner_id: string; pricebook_id: string },
  named: readonly NamedPrice[],
): Promise<BatchUpdate[]> {
  const skus = named.flatMap(({ id, sent }) => (id === undefined && typeof sent.sku === 'string' ? [sent.sku] : []))
  const found = await selectPricesOfSkus(tx, pricebook, [...new Set(skus)])
  const groups = [...Map.groupBy(found, ({ sku }) => sku)].map(([sku, prices]) => ({ sku, prices }))
  const pricesOf = lookupBySku(groups)
  const problems: Problem[] = []
  const updates: BatchUpdate[] = []
  for (const [index, { id, sent }] of named.entries()) {
    const price = id === undefined ? priceOf(pricesOf, sent, index) : { id: id.toLowerCase() }
    if ('id' in price) updates.push({ id: price.id, sent })
    else problems.push(price)
  }
  if (problems.length > 0) throw invalid(problems)
  return updates
}

function priceOf(
  pricesOf: (sku: string) => { prices: readonly PriceOfSku[] } | undefined,
  { sku, valid_from }: NamedPrice['sent'],
  index: number,
): PriceOfSku | Problem {
  const path = `data[${index}].attributes.sku`
  const pointer = `/data/${index}/attributes/sku`
  if (typeof sku !== 'string')
    return { detail: `data[${index}] must have an id or attributes.sku.`, pointer: `/data/${index}` }
  const all = pricesOf(sku)?.prices ?? []
  const from =
    typeof valid_from === 'string' ? canonicalTime(valid_from, `/data/${index}/attributes/valid_from`) : valid_from
  const [only, another] = from === undefined ? all : all.filter((price) => price.valid_from === from)
  if (another !== undefined)
    return {
      detail: `${path}: the price book has several prices of this sku: send the id, or the valid_from of one.`,
      pointer,
    }
  return only ?? { detail: `${path}: the price book has no such price of this sku.`, pointer }
}
