import { isObject } from '../../kernel/json/json.ts'
import type { Kind, Members, Path } from './kind.ts'

export type Reference = { type: string; value: string; path: Path }

export function mapReferences(
  { references }: Kind,
  members: Members,
  change: (reference: Reference) => string,
): Record<string, unknown> {
  return mapStrings(members, (value, path) => {
    const type = typeAt(references, path)
    return type === undefined ? value : change({ type, value, path })
  }) as Record<string, unknown>
}

export function referencesIn(kind: Kind, members: Members): Reference[] {
  const found: Reference[] = []
  mapReferences(kind, members, (reference) => {
    found.push(reference)
    return reference.value
  })
  return found
}

function typeAt(references: Kind['references'], path: Path): string | undefined {
  const steps = path.map((step) => (typeof step === 'number' ? '*' : step))
  return references[steps.join('.')] ?? references[['**', ...steps.slice(-2)].join('.')]
}

export function mapStrings(value: unknown, change: (text: string, path: Path) => unknown, path: Path = []): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((item, index) => mapStrings(item, change, [...path, index]))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, mapStrings(member, change, [...path, name])])
  return Object.fromEntries(entries)
}

/** Returns the map key of a resource. */
export function entryOf(type: string, identity: string): string {
  return `${type} ${identity}`
}

/** Returns the identity of a child, such as `lighting/desk-lamps`. */
export function identityBelow(parent: string | null, key: readonly string[]): string {
  return [...(parent === null ? [] : [parent]), ...key].join('/')
}

/** Returns the key that identifies a resource within its parent; null if a member of the key is missing. */
export function keyOf({ key, ignores_case }: Kind, members: Members): string[] | null {
  const values = key.map((name) => members[name])
  if (!values.every((value) => typeof value === 'string' && value !== '')) return null
  return values.map((value) => (ignores_case ? String(value).toUpperCase() : String(value)))
}

/** Returns the identity of a resource whose references are keys; null if a member of it is missing. */
export function identityOf(kind: Kind, members: Members): string | null {
  const key = keyOf(kind, members)
  const parent = kind.parent === undefined ? null : members[kind.parent]
  if (key === null || (parent !== null && typeof parent !== 'string')) return null
  return identityBelow(parent, key)
}

/** True if the target has the same parent as the referring resource, so that its key is unambiguous. */
export function isSibling(kind: Kind, target: Kind): boolean {
  return kind.parent !== undefined && kind.parent === target.parent
}
