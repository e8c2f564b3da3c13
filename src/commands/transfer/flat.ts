import type { CsvColumns } from '../../client/transfer/csv.ts'
import type { FlatKindName } from '../../client/transfer/format.ts'
import type { Kind, Members, ParsedLine } from '../../client/transfer/kind.ts'
import { parseAttributes } from '../../client/transfer/line.ts'
import { InvalidLine } from '../../client/transfer/refusal.ts'
import { hasKey } from '../../client/transfer/target.ts'
import { products } from '../../store/catalog/product.ts'
import { productPrices } from '../../store/catalog/product-price.ts'
import { customers } from '../../store/customers/customer.ts'
import { coupons } from '../../store/promotions/coupons/coupon.ts'
import { stock } from './kinds/stock.ts'
import { kindOf } from './plain.ts'

export type OwnerOptions = { pricebook?: string; promotion?: string }

export type FlatKind = {
  kind: Kind
  csv: CsvColumns
  /** Option with the id of the list's owner, and the error without it. */
  owner?: { option: keyof OwnerOptions; missing: string }
  /** True if lines may have a member that a full export omits. */
  takes?(name: string, value: unknown): boolean
}

export const flatKinds: Readonly<Record<FlatKindName, FlatKind>> = {
  customers: {
    kind: kindOf(customers),
    csv: { attributes: { email: 'text', name: 'text', external_ref: 'text', segments: 'json' } },
    // Responses have a boolean `password`, which is true if there is one; requests have the password itself.
    takes: (name, value) => name === 'password' && typeof value !== 'boolean',
  },
  products: {
    kind: kindOf(products),
    csv: {
      attributes: {
        ...{ sku: 'text', name: 'text', description: 'text', slug: 'text', status: 'text', commodity_type: 'text' },
        ...{ definition: 'text', tags: 'json', weight: 'json', tax_class_id: 'text', main_image_file_id: 'text' },
        ...{ external_ref: 'text', mpn: 'text', upc_ean: 'text' },
      },
    },
  },
  prices: {
    kind: kindOf(productPrices),
    csv: {
      attributes: { sku: 'text', valid_from: 'text', valid_to: 'text' },
      in_currencies: { amount: 'json', sale_amount: 'json', includes_tax: 'json', tiers: 'json' },
    },
    owner: { option: 'pricebook', missing: 'Prices belong to a price book: name it with --pricebook.' },
  },
  stock: { kind: stock, csv: { attributes: { sku: 'text', quantity: 'json' } } },
  coupons: {
    kind: kindOf(coupons),
    csv: {
      attributes: {
        ...{ code: 'text', email: 'text', max_uses: 'json', max_uses_per_shopper: 'json', start: 'text', end: 'text' },
      },
    },
    owner: { option: 'promotion', missing: 'Coupons belong to a promotion: name it with --promotion.' },
  },
}

/** Returns the ids in the path of the list. Throws an error that names a missing option. */
export function parentsOf({ owner }: FlatKind, options: OwnerOptions): readonly string[] {
  if (owner === undefined) return []
  const id = options[owner.option]
  if (id === undefined) throw new Error(owner.missing)
  return [id]
}

/** Parses the record of a line. Throws `InvalidLine`. */
export function parseRecord({ kind, takes }: FlatKind, parents: readonly string[], text: string): ParsedLine {
  const { name, order, omit = [] } = kind
  const attributes: Members = parseAttributes(text)
  if (hasKey(order) && typeof attributes[order.key] !== 'string')
    throw new InvalidLine(`\`${order.key}\` must be a string.`)
  const own = Object.entries(attributes).filter(([member, value]) => !omit.includes(member) || takes?.(member, value))
  return { type: name, parents, attributes: Object.fromEntries(own) }
}
