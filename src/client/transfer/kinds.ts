/** A kind of record that can be imported and exported. */
export type Kind = {
  name: string
  /** The `type` member of a body. */
  type: string
  /** Whether a body holds the attributes next to `type` or in a member `attributes`. */
  frame: 'flat' | 'attributes'
  /** The attribute that identifies a record, and how the store normalizes it. */
  key: { name: string; normalize: (text: string) => string }
  /** Whether the API returns a member but does not accept it. */
  isReadOnly(name: string, value: unknown): boolean
  /** Path of the list after `/v2`. Throws an error that names a missing option. */
  path(options: KindOptions): string
}

export type KindOptions = { pricebook?: string }

const identity = (text: string) => text

/** The kinds of `tidings import` and `tidings export`. */
export const kinds: readonly Kind[] = [
  {
    name: 'customers',
    type: 'customer',
    frame: 'flat',
    key: { name: 'email', normalize: (text) => text.toLowerCase() },
    // Responses hold a boolean: whether the customer has a password. Requests hold the password.
    isReadOnly: (name, value) => name === 'password' && typeof value === 'boolean',
    path: () => '/customers',
  },
  {
    name: 'products',
    type: 'product',
    frame: 'attributes',
    key: { name: 'sku', normalize: identity },
    isReadOnly: () => false,
    path: () => '/products',
  },
  {
    name: 'prices',
    type: 'product-price',
    frame: 'attributes',
    key: { name: 'sku', normalize: identity },
    isReadOnly: () => false,
    path({ pricebook }) {
      if (pricebook === undefined) throw new Error('Prices belong to a price book: name it with --pricebook.')
      return `/pricebooks/${pricebook}/prices`
    },
  },
]

/** Throws for an unknown name, which the command line parser rejects earlier. */
export function findKind(name: string): Kind {
  const kind = kinds.find((known) => known.name === name)
  if (kind === undefined) throw new Error(`Unknown kind ${name}.`)
  return kind
}
