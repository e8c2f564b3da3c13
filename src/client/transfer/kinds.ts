/** One kind of record that goes in and out of a store a line at a time. */
export type Kind = {
  name: string
  /** The `type` member of a body. */
  type: string
  /** Where a body holds the attributes: beside `type`, or in a member `attributes`. */
  frame: 'flat' | 'attributes'
  /** The attribute by which a record is known again, and how the store writes it. */
  key: { name: string; written: (text: string) => string }
  /** Whether a member is one that the API shows and does not take. */
  isShownOnly(name: string, value: unknown): boolean
  /** Address of the list after `/v2`. Throws an error that names the option that is missing. */
  path(options: KindOptions): string
}

export type KindOptions = { pricebook?: string }

const asItIs = (text: string) => text

/** What `tidings import` and `tidings export` know. */
export const kinds: readonly Kind[] = [
  {
    name: 'customers',
    type: 'customer',
    frame: 'flat',
    key: { name: 'email', written: (text) => text.toLowerCase() },
    // Whether there is one; a new one is a text.
    isShownOnly: (name, value) => name === 'password' && typeof value === 'boolean',
    path: () => '/customers',
  },
  {
    name: 'products',
    type: 'product',
    frame: 'attributes',
    key: { name: 'sku', written: asItIs },
    isShownOnly: () => false,
    path: () => '/products',
  },
  {
    name: 'prices',
    type: 'product-price',
    frame: 'attributes',
    key: { name: 'sku', written: asItIs },
    isShownOnly: () => false,
    path({ pricebook }) {
      if (pricebook === undefined) throw new Error('Prices are in a price book: name it with --pricebook.')
      return `/pricebooks/${pricebook}/prices`
    },
  },
]

/** Throws for a name that the parser of the command line does not let pass. */
export function findKind(name: string): Kind {
  const kind = kinds.find((known) => known.name === name)
  if (kind === undefined) throw new Error(`${name} cannot be imported or exported.`)
  return kind
}
