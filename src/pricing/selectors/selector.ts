import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { caseKey } from '../../kernel/text/case-key.ts'

/**
 * The properties of an item that selectors can match. `category_ids` includes ancestors. The steps of an evaluation read
 * the SKU as `nameKey` returns it.
 */
export type Item = { sku: string; product_id: string | null; category_ids: readonly string[]; tags: readonly string[] }

/** Matches items that are in every present list and in no `not_` list. The empty selector matches every item. */
export type Selector = { readonly [List in Dimension | `not_${Dimension}`]?: readonly string[] }

export type Matcher = (item: Item) => boolean

type Dimension = 'skus' | 'products' | 'categories' | 'tags'

const DIMENSIONS = ['skus', 'products', 'categories', 'tags'] as const

/** The form in which names are compared: SKUs without case. */
export function nameKey(dimension: Dimension, name: string): string {
  return dimension === 'skus' ? caseKey(name) : name
}

const NONE: readonly string[] = []

const named: { [Name in Dimension]: (item: Item) => readonly string[] } = {
  skus: ({ sku }) => [sku],
  products: ({ product_id }) => (product_id === null ? NONE : [product_id]),
  categories: ({ category_ids }) => category_ids,
  tags: ({ tags }) => tags,
}

/** The selector prepared for many items: its lists become sets. */
export function matcher(selector: Selector): Matcher {
  const tests = DIMENSIONS.flatMap((dimension) => {
    const [included, excluded] = [selector[dimension], selector[`not_${dimension}`] ?? NONE]
    const read = named[dimension]
    return [
      ...(included === undefined ? [] : [among(read, keys(dimension, included))]),
      ...(excluded.length === 0 ? [] : [not(among(read, keys(dimension, excluded)))]),
    ]
  })
  const [only] = tests
  if (only === undefined) return () => true
  return tests.length === 1 ? only : (item) => tests.every((test) => test(item))
}

function keys(dimension: Dimension, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => nameKey(dimension, name)))
}

function among(read: (item: Item) => readonly string[], names: ReadonlySet<string>): Matcher {
  return (item) => read(item).some((name) => names.has(name))
}

function not(test: Matcher): Matcher {
  return (item) => !test(item)
}

const ID_LISTS = ['products', 'not_products', 'categories', 'not_categories'] as const

/** The lists of a selector that match no item, since the `not_` list has all of their names. */
export function emptyLists(selector: Selector): Dimension[] {
  return DIMENSIONS.filter((dimension) => {
    const excluded = keys(dimension, selector[`not_${dimension}`] ?? NONE)
    return selector[dimension]?.every((name) => excluded.has(nameKey(dimension, name))) ?? false
  })
}

/** The selector as it is stored: ids in lower case, since items are compared letter by letter. */
export function canonicalSelector(selector: Selector): Selector {
  const lists = ID_LISTS.flatMap((name) => {
    const ids = selector[name]
    return ids === undefined ? [] : [[name, ids.map((id) => id.toLowerCase())] as const]
  })
  return { ...selector, ...Object.fromEntries(lists) }
}

/** The same text for selectors with the same lists, regardless of the order of names. */
export function selectionKey(selector: Selector): string {
  const lists = Object.entries(selector).map(([list, names]) => [list, [...new Set(names)].sort()])
  return canonicalJson(Object.fromEntries(lists))
}

/** A name that a cart must have for a promotion to be considered. */
export type Key = { kind: KeyKind; name: string }

/** A dimension of items, `currency`, `coupon`, `shipping_option`, or a kind of facts. */
export type KeyKind = string

/** Keys, one of which every selected item has: the shortest list of the selector; null if it has none. */
export function keysOfSelector(selector: Selector): readonly Key[] | null {
  const lists = DIMENSIONS.flatMap((dimension) => {
    const names = selector[dimension]
    return names === undefined ? [] : [names.map((name) => ({ kind: dimension, name: nameKey(dimension, name) }))]
  })
  return lists.reduce<readonly Key[] | null>(
    (best, list) => (best === null || list.length < best.length ? list : best),
    null,
  )
}

/** Calls back with every key of an item of these kinds. */
export function eachKeyOfItem(
  item: Item,
  kinds: ReadonlyMap<KeyKind, unknown>,
  call: (kind: KeyKind, name: string) => void,
): void {
  for (const dimension of DIMENSIONS)
    if (kinds.has(dimension)) for (const name of named[dimension](item)) call(dimension, name)
}
