import type { Connection } from '../connection.ts'
import type { CsvColumns } from './csv.ts'
import type { Item, Members } from './everything/kind.ts'
import { listStock, setStockOfSku } from './stock.ts'

/** A kind of record that can be imported and exported. */
export type Kind = {
  name: string
  /** The `type` member of a body. */
  type: string
  /** Whether a body holds the attributes next to `type` or in a member `attributes`. */
  frame: 'flat' | 'attributes'
  /**
   * The attribute that identifies a record, and how the store normalizes it. Default of the filter that finds it: `eq`.
   * `fixed`: updates cannot name it.
   */
  key: { name: string; normalize: (text: string) => string; operator?: 'ilike'; fixed?: true }
  /** Whether the API returns a member but does not accept it. */
  isReadOnly(name: string, value: unknown): boolean
  /** Path of the list after `/v2`. Throws an error that names a missing option. */
  path(options: KindOptions): string
  csv: CsvColumns
  /** Reads what is not a list with ids of its own. */
  list?(connection: Connection): AsyncGenerator<Item>
  /** Writes what is not created by one request. */
  write?(connection: Connection, attributes: Members): Promise<'created' | 'changed'>
}

export type KindOptions = { pricebook?: string; promotion?: string }

const identity = (text: string) => text

const customers: Kind = {
  name: 'customers',
  type: 'customer',
  frame: 'flat',
  key: { name: 'email', normalize: (text) => text.toLowerCase() },
  // Responses hold a boolean: whether the customer has a password. Requests hold the password.
  isReadOnly: (name, value) => name === 'password' && typeof value === 'boolean',
  path: () => '/customers',
  csv: { attributes: { email: 'text', name: 'text', external_ref: 'text', segments: 'json' } },
}

const products: Kind = {
  name: 'products',
  type: 'product',
  frame: 'attributes',
  key: { name: 'sku', normalize: identity },
  isReadOnly: () => false,
  path: () => '/products',
  csv: {
    attributes: {
      ...{ sku: 'text', name: 'text', description: 'text', slug: 'text', status: 'text', commodity_type: 'text' },
      ...{ definition: 'text', tags: 'json', weight: 'json', tax_class_id: 'text', main_image_file_id: 'text' },
      ...{ external_ref: 'text', mpn: 'text', upc_ean: 'text' },
    },
  },
}

const prices: Kind = {
  name: 'prices',
  type: 'product-price',
  frame: 'attributes',
  key: { name: 'sku', normalize: identity },
  isReadOnly: () => false,
  path({ pricebook }) {
    if (pricebook === undefined) throw new Error('Prices belong to a price book: name it with --pricebook.')
    return `/pricebooks/${pricebook}/prices`
  },
  csv: {
    attributes: { sku: 'text', valid_from: 'text', valid_to: 'text' },
    in_currencies: { amount: 'json', sale_amount: 'json', includes_tax: 'json', tiers: 'json' },
  },
}

const stock: Kind = {
  name: 'stock',
  type: 'stock',
  frame: 'flat',
  key: { name: 'sku', normalize: identity },
  isReadOnly: () => false,
  path: () => '/inventories',
  csv: { attributes: { sku: 'text', quantity: 'json' } },
  list: listStock,
  write: setStockOfSku,
}

const coupons: Kind = {
  name: 'coupons',
  type: 'coupon',
  frame: 'flat',
  key: { name: 'code', normalize: identity, operator: 'ilike', fixed: true },
  isReadOnly: (name) => name === 'batch_id',
  path({ promotion }) {
    if (promotion === undefined) throw new Error('Coupons belong to a promotion: name it with --promotion.')
    return `/promotions/${promotion}/coupons`
  },
  csv: {
    attributes: {
      ...{ code: 'text', email: 'text', max_uses: 'json', max_uses_per_shopper: 'json', start: 'text', end: 'text' },
    },
  },
}

/** The kinds of `tidings import` and `tidings export`. */
export const kinds: readonly Kind[] = [customers, products, prices, stock, coupons]

/** Throws for an unknown name, which the command line parser rejects earlier. */
export function findKind(name: string): Kind {
  const kind = kinds.find((known) => known.name === name)
  if (kind === undefined) throw new Error(`Unknown kind ${name}.`)
  return kind
}
