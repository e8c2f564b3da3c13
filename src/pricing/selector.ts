/** What promotions can tell items apart by. `category_ids` holds the categories above its own, too. */
export type Item = { sku: string; product_id: string | null; category_ids: readonly string[]; tags: readonly string[] }

/** Items that are in every list given and in no `not_` list; the empty selector is every item. */
export type Selector = { readonly [List in Dimension | `not_${Dimension}`]?: readonly string[] }

export type Matcher = (item: Item) => boolean

type Dimension = 'skus' | 'products' | 'categories' | 'tags'

export const DIMENSIONS = ['skus', 'products', 'categories', 'tags'] as const

const NONE: readonly string[] = []

/** Of an item, what selectors of each dimension name. */
const named: { [Name in Dimension]: (item: Item) => readonly string[] } = {
  skus: ({ sku }) => [sku],
  products: ({ product_id }) => (product_id === null ? NONE : [product_id]),
  categories: ({ category_ids }) => category_ids,
  tags: ({ tags }) => tags,
}

/** The selector made ready for many items: its lists are looked up, not searched. */
export function matcher(selector: Selector): Matcher {
  const tests = DIMENSIONS.flatMap((dimension) => {
    const [wanted, refused] = [selector[dimension], selector[`not_${dimension}`] ?? NONE]
    const read = named[dimension]
    return [
      ...(wanted === undefined ? [] : [among(read, new Set(wanted))]),
      ...(refused.length === 0 ? [] : [not(among(read, new Set(refused)))]),
    ]
  })
  const [only] = tests
  if (only === undefined) return () => true
  return tests.length === 1 ? only : (item) => tests.every((test) => test(item))
}

function among(read: (item: Item) => readonly string[], names: ReadonlySet<string>): Matcher {
  return (item) => read(item).some((name) => names.has(name))
}

function not(test: Matcher): Matcher {
  return (item) => !test(item)
}

/** A name that something in the cart must have for a promotion to be looked at. */
export type Key = { kind: KeyKind; name: string }

export type KeyKind =
  | Dimension
  | 'currency'
  | 'coupon'
  | 'shipping_option'
  | 'segment'
  | 'account'
  | 'country'
  | 'channel'

/** Keys of which every item that the selector takes has one, of its shortest list; null when it names nothing. */
export function keysOfSelector(selector: Selector): readonly Key[] | null {
  const lists = DIMENSIONS.flatMap((dimension) => {
    const names = selector[dimension]
    return names === undefined ? [] : [names.map((name) => ({ kind: dimension, name }))]
  })
  return lists.reduce<readonly Key[] | null>(
    (best, list) => (best === null || list.length < best.length ? list : best),
    null,
  )
}

/** Calls back with every key of an item of one of these kinds. */
export function eachKeyOfItem(
  item: Item,
  kinds: ReadonlyMap<KeyKind, unknown>,
  call: (kind: KeyKind, name: string) => void,
): void {
  for (const dimension of DIMENSIONS)
    if (kinds.has(dimension)) for (const name of named[dimension](item)) call(dimension, name)
}
