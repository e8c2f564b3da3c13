import { childPath, type Json } from './json-tree.ts'

export type Difference = {
  kind: 'added' | 'removed' | 'changed' | 'reordered' | 'unchanged'
  /** `items[0].sku`; `items[id=…].sku` if the elements have an identity. Empty for the root. */
  path: string
  /** Undefined if added. */
  before?: Json
  /** Undefined if removed. */
  after?: Json
}

/** Members that identify an element regardless of its position, in order of preference. */
const IDENTITIES = ['id', 'key', 'sku', 'code', 'name'] as const

/** Splits both values into the largest parts of a single kind, in document order. */
export function jsonDifferences(before: Json, after: Json, path = ''): Difference[] {
  if (isSame(before, after)) return [{ kind: 'unchanged', path, before, after }]
  if (Array.isArray(before) && Array.isArray(after)) return ofArrays(before, after, path)
  if (isObject(before) && isObject(after)) return ofObjects(before, after, path)
  return [{ kind: 'changed', path, before, after }]
}

type JsonObject = { [key: string]: Json }

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((element, index) => isSame(element, other[index] ?? null))
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name] ?? null, other[name] ?? null))
  )
}

function ofObjects(before: JsonObject, after: JsonObject, path: string): Difference[] {
  const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !Object.hasOwn(before, name))]
  return names.flatMap((name) => ofPart(own(before, name), own(after, name), join(path, name)))
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function ofArrays(before: Json[], after: Json[], path: string): Difference[] {
  const identity = IDENTITIES.find((name) => namesEach(before, name) && namesEach(after, name))
  if (identity !== undefined) return ofNamed(before, after, identity, path)
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_, index) => ofPart(before[index], after[index], join(path, index))).flat()
}

function ofNamed(before: Json[], after: Json[], identity: string, path: string): Difference[] {
  const [old, current] = [byIdentity(before, identity), byIdentity(after, identity)]
  const ids = [...old.keys(), ...[...current.keys()].filter((id) => !old.has(id))]
  const parts = ids.flatMap((id) => ofPart(old.get(id), current.get(id), `${path}[${identity}=${id}]`))
  const common = [...old.keys()].filter((id) => current.has(id))
  const now = [...current.keys()].filter((id) => old.has(id))
  const moved = common.some((id, index) => now[index] !== id)
  return moved ? [{ kind: 'reordered', path, before: common, after: now }, ...parts] : parts
}

function ofPart(before: Json | undefined, after: Json | undefined, path: string): Difference[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'added', path, after }]
  if (after === undefined) return [{ kind: 'removed', path, before }]
  return jsonDifferences(before, after, path)
}

function join(path: string, name: string | number): string {
  return childPath(path, name).replace(/^[.]/, '')
}

/** True if every element has a unique text under the name. */
function namesEach(list: Json[], name: string): boolean {
  return list.every((element) => typeof idOf(element, name) === 'string') && byIdentity(list, name).size === list.length
}

function idOf(element: Json, name: string): Json | undefined {
  return isObject(element) ? own(element, name) : undefined
}

function byIdentity(list: Json[], name: string): Map<string, Json> {
  return new Map(list.map((element) => [String(idOf(element, name)), element]))
}

export type DifferenceGroup =
  | { kind: 'difference'; difference: Difference }
  | { kind: 'unchanged'; parts: Difference[] }

/** Merges adjacent unchanged parts into a group that can be collapsed. */
export function groupDifferences(differences: Difference[]): DifferenceGroup[] {
  const groups: DifferenceGroup[] = []
  for (const difference of differences) {
    const last = groups.at(-1)
    if (difference.kind !== 'unchanged') groups.push({ kind: 'difference', difference })
    else if (last?.kind === 'unchanged') last.parts.push(difference)
    else groups.push({ kind: 'unchanged', parts: [difference] })
  }
  return groups
}
