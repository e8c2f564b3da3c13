import type { Field } from '../field.ts'

/** What a form holds: a body, with what could not be read as it was typed. Absent: not filled in. */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | Unreadable
  | readonly Value[]
  | { readonly [name: string]: Value }
export type Path = readonly (string | number)[]

/** What a person typed that is no value of its kind, such as a word for a number. */
export class Unreadable {
  readonly text: string
  readonly sentence: string

  constructor(text: string, sentence: string) {
    this.text = text
    this.sentence = sentence
  }
}

export function isRecord(value: unknown): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable)
}

export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function valueAt(value: Value, path: Path): Value {
  return path.reduce<Value>((one, part) => {
    if (Array.isArray(one)) return one[Number(part)]
    return isRecord(one) && Object.hasOwn(one, part) ? one[part] : undefined
  }, value)
}

/** A copy with another value there. */
export function withValueAt(value: Value, path: Path, replacement: Value): Value {
  const [part, ...rest] = path
  if (part === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (index === part ? withValueAt(item, rest, replacement) : item))
  const record = isRecord(value) ? value : {}
  return { ...record, [part]: withValueAt(valueAt(record, [part]), rest, replacement) }
}

/** Absent members and those that are undefined are the same. */
export function equal(a: Value, b: Value): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    equal(valueAt(a, [name]), valueAt(b, [name])),
  )
}

export function unreadableIn(value: Value, path: Path = []): { pointer: string; sentence: string }[] {
  if (value instanceof Unreadable) return [{ pointer: pointerOf(path), sentence: value.sentence }]
  if (Array.isArray(value)) return value.flatMap((item, index) => unreadableIn(item, [...path, index]))
  return isRecord(value) ? Object.entries(value).flatMap(([name, one]) => unreadableIn(one, [...path, name])) : []
}

/** What is known of a new resource before a person fills in anything. */
export function initialOf(field: Field): Value {
  if (field.initial !== undefined) return field.initial
  if (field.kind !== 'object') return undefined
  const members = field.children.map((child) => [child.name, initialOf(child)] as const)
  const filled = members.filter(([, value]) => value !== undefined)
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** The currency of the money there: the nearest key of a map or member `currency` above it. */
export function currencyAt(root: Value, path: Path): string | null {
  for (let length = path.length; length > 0; length -= 1) {
    const key = path[length - 1]
    if (typeof key === 'string' && /^[A-Z]{3}$/.test(key)) return key
    const sibling = valueAt(root, [...path.slice(0, length - 1), 'currency'])
    if (typeof sibling === 'string' && /^[A-Z]{3}$/.test(sibling)) return sibling
  }
  return null
}
