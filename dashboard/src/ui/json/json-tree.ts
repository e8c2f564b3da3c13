/** Result of `JSON.parse`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type JsonRow = {
  /** Unique path: `$.items[0].sku`. */
  path: string
  depth: number
  /** Member name or element index; undefined for the root. */
  name: string | number | undefined
  value: Json
  /** Number of members or elements; undefined for simple values. */
  size: number | undefined
  /** Position among siblings, from 1, and their number. */
  position: number
  siblings: number
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

export function childPath(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`
  return IDENTIFIER.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

function childrenOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.map((element, index) => [index, element])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function sizeOf(value: Json): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** Visible rows, up to `limit`. Rows for which `isShown` is false are omitted with their descendants. */
export function visibleRows(
  value: Json,
  isOpen: (path: string, depth: number) => boolean,
  limit: number,
  isShown: (path: string) => boolean = () => true,
): JsonRow[] {
  const rows: JsonRow[] = []
  const add = (row: JsonRow): void => {
    if (rows.length >= limit || !isShown(row.path)) return
    rows.push(row)
    if (row.size === undefined || row.size === 0 || !isOpen(row.path, row.depth)) return
    const children = childrenOf(row.value)
    for (const [index, [name, child]] of children.entries()) {
      if (rows.length >= limit) return
      const place = { depth: row.depth + 1, position: index + 1, siblings: children.length }
      add({ path: childPath(row.path, name), name, value: child, size: sizeOf(child), ...place })
    }
  }
  add({ path: '$', depth: 0, name: undefined, value, size: sizeOf(value), position: 1, siblings: 1 })
  return rows
}

/** Paths whose name or simple value contains the text, up to `limit`, in document order. */
export function matchingPaths(value: Json, text: string, limit: number): string[] {
  const query = text.trim().toLowerCase()
  const found: string[] = []
  if (query === '') return found
  const visit = (path: string, name: string | number | undefined, each: Json): void => {
    if (found.length >= limit) return
    const named = typeof name === 'string' && name.toLowerCase().includes(query)
    const valued = sizeOf(each) === undefined && String(each).toLowerCase().includes(query)
    if (named || valued) found.push(path)
    for (const [childName, child] of childrenOf(each)) visit(childPath(path, childName), childName, child)
  }
  visit('$', undefined, value)
  return found
}

/** True if the value has at most `most` nodes; stops counting beyond that. */
export function isSmall(value: Json, most: number): boolean {
  let left = most
  const visit = (each: Json): void => {
    left -= 1
    if (left < 0) return
    for (const [, child] of childrenOf(each)) {
      visit(child)
      if (left < 0) return
    }
  }
  visit(value)
  return left >= 0
}

/** True if the path is a match, or an ancestor or descendant of a match. */
export function isAround(path: string, matches: string[]): boolean {
  return matches.some((match) => match === path || isAbove(path, match) || isAbove(match, path))
}

/** True for proper ancestors: those of `$.items[0].sku` are `$`, `$.items` and `$.items[0]`. */
export function isAbove(ancestor: string, path: string): boolean {
  return path.length > ancestor.length && path.startsWith(ancestor) && /[.[]/.test(path[ancestor.length] ?? '')
}

/** Clipboard text of a value: strings are unquoted, other values are JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Start of a value on a single line. */
export function previewOf(value: Json, length: number): string {
  const text = shallowText(value, length)
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

/** Reads only the visible part of a large value. */
function shallowText(value: Json, length: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length + 1))
  if (typeof value !== 'object' || value === null) return String(value)
  const list = Array.isArray(value)
  let inside = ''
  for (const [name, child] of childrenOf(value)) {
    if (inside !== '') inside += ', '
    inside += list ? shallowText(child, length) : `${name}: ${shallowText(child, length)}`
    if (inside.length > length) break
  }
  return list ? `[${inside}]` : `{ ${inside} }`
}
