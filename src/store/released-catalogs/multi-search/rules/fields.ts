/** A field in filters, facets and sort orders. */
export type Field =
  /** Paths of names from a hierarchy down to a node at this level, such as `Lighting > Lamps`. */
  | { kind: 'category'; level: number }
  | { kind: 'node'; member: 'id' | 'slug' | 'name' }
  | { kind: 'price'; currency: string; unit: 'major' | 'minor' }
  | { kind: 'option'; name: string }
  | { kind: 'product'; member: 'id' | 'sku' }
  | { kind: 'product_types' }

/** Shown in errors. */
export const FIELD_NAMES =
  'id, sku, price.USD.float_price and price.USD.amount (of any currency of the store), meta.search.categories.lvl0 to lvl9, ' +
  'meta.search.nodes.id, meta.search.nodes.slug, meta.search.nodes.name, options.NAME, meta.product_types'

/** Returns null for an unknown name. */
export function parseField(name: string): Field | null {
  const [, level] = /^(?:meta\.search\.)?categories\.lvl(\d)$/.exec(name) ?? []
  if (level !== undefined) return { kind: 'category', level: Number(level) }
  const [, member] = /^(?:meta\.search\.)?nodes\.(id|slug|name)$/.exec(name) ?? []
  if (member !== undefined) return { kind: 'node', member: member as 'id' | 'slug' | 'name' }
  const [, currency, unit] = /^(?:attributes\.)?price\.([A-Z]{3})\.(float_price|amount)$/.exec(name) ?? []
  if (currency !== undefined) return { kind: 'price', currency, unit: unit === 'amount' ? 'minor' : 'major' }
  const [, option] = /^(?:attributes\.)?options\.(.{1,255})$/su.exec(name) ?? []
  if (option !== undefined) return { kind: 'option', name: option }
  const [, own] = /^(?:attributes\.)?(id|sku)$/.exec(name) ?? []
  if (own !== undefined) return { kind: 'product', member: own as 'id' | 'sku' }
  return /^(?:meta\.)?product_types$/.test(name) ? { kind: 'product_types' } : null
}

/** Splits a comma-separated list of names and drops options in parentheses after a colon. */
export function namesIn(list: string): string[] {
  const parts = list.match(/(?:\([^()]*\)|[^,])+/g) ?? []
  const names = parts.map((part) => withoutOptions(part.trim()))
  return [...new Set(names)].filter((name) => name !== '')
}

function withoutOptions(name: string): string {
  const open = name.lastIndexOf('(')
  const isOptions = open >= 0 && name.indexOf(')', open) === name.length - 1 && name.includes(':', open)
  return isOptions ? name.slice(0, open).trim() : name
}
