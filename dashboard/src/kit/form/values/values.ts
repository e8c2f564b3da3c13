import type { Field } from '../field.ts'

/** Value of a form: a body in which unreadable input stays as typed. Undefined means not filled in. */
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

/** Input that is not a value of its kind, such as a word for a number. */
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

/** Returns a copy with the value at the path replaced. */
export function withValueAt(value: Value, path: Path, replacement: Value): Value {
  const [part, ...rest] = path
  if (part === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (index === part ? withValueAt(item, rest, replacement) : item))
  const record = isRecord(value) ? value : {}
  return { ...record, [part]: withValueAt(valueAt(record, [part]), rest, replacement) }
}

/** Deep equality; an undefined member equals an absent member. */
export function equal(a: unknown, b: unknown): boolean {
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

/** Initial value of a form that creates. */
export function initialOf(field: Field): Value {
  if (field.initial !== undefined) return field.initial
  if (field.kind !== 'object') return undefined
  const members = field.children.map((child) => [child.name, initialOf(child)] as const)
  const filled = members.filter(([, value]) => value !== undefined)
  return filled.length === 0 ? undefined : Object.fromEntries(filled)
}

/** Currency of the amount at the path: the nearest enclosing map key or sibling member `currency`. */
export function currencyAt(root: Value, path: Path): string | null {
  for (let length = path.length; length > 0; length -= 1) {
    const key = path[length - 1]
    if (typeof key === 'string' && /^[A-Z]{3}$/.test(key)) return key
    const sibling = valueAt(root, [...path.slice(0, length - 1), 'currency'])
    if (typeof sibling === 'string' && /^[A-Z]{3}$/.test(sibling)) return sibling
  }
  return null
}
