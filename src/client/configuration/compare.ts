import { isDeepStrictEqual } from 'node:util'
import { isUuid } from '../../kernel/ids.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { isObject } from '../../kernel/json/json.ts'
import { parseMoment } from '../../kernel/time.ts'
import { type Kind, type Members, SECRET } from './kind.ts'

/** A changed member. Its values are printable: secrets are replaced. */
export type Change = { member: string; old: unknown; new: unknown }

/** A declaration to compare: the values of `from_environment` members must not be printed. */
export type Declaration = { kind: Kind; members: Members; from_environment: readonly string[] }

/** Returns the declared members that differ from those of the API; `current` is null for a new resource. */
export function changesOf(declaration: Declaration, current: Members | null): Change[] {
  const { kind, members } = declaration
  const shown = flatten(kind, kind.shown?.(members, current) ?? members)
  const before = flatten(kind, current ?? {})
  const all = { ...current, ...members }
  return Object.keys(flatten(kind, members)).flatMap((member) => {
    const [old, written] = [before[member], shown[member]]
    if (current !== null && (identifies(kind, member) || isSame(kind, member, written, old))) return []
    if (!isSecretMember(declaration, member, all)) return [{ member, old: old ?? null, new: written ?? null }]
    return [{ member, old: old === undefined ? null : SECRET, new: written === null ? null : SECRET }]
  })
}

/** True for members that identify a resource, and so cannot differ. */
function identifies({ key, parent }: Kind, member: string): boolean {
  return member === parent || key.includes(member)
}

export function isSecretMember({ kind, from_environment }: Declaration, member: string, all: Members): boolean {
  return from_environment.includes(member) || kind.isSecret?.(member, all) === true
}

/** Returns the members by the names in changes: those of merged objects as `configuration.url`. */
export function flatten({ merged }: Kind, members: Members): Record<string, unknown> {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!merged.includes(name) || !isObject(value)) return [[name, value]]
    return Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
  })
  return Object.fromEntries(entries)
}

function isSame(kind: Kind, member: string, declared: unknown, current: unknown): boolean {
  if (kind.exact.includes(member)) return canonicalJson(declared) === canonicalJson(current)
  if (kind.sets.includes(member)) return isSameValue(setOf(declared), setOf(current))
  return isSameValue(declared, current)
}

function setOf(value: unknown): unknown {
  return Array.isArray(value)
    ? [...new Set(value.map((item) => canonicalJson(typeof item === 'string' ? plain(item) : item)))].sort()
    : value
}

/**
 * True if two values are equivalent: null and a missing member are, and within an object an empty list or object too,
 * as are two times of the same moment.
 */
function isSameValue(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one === 'string' && typeof other === 'string')
    return plain(one) === plain(other) || isSameMoment(one, other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]))
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every(
      (name) => isSameValue(one[name], other[name]) || (isEmpty(one[name]) && isEmpty(other[name])),
    )
  }
  return isDeepStrictEqual(one, other)
}

/** Ids may be in upper case. */
function plain(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}

function isEmpty(value: unknown): boolean {
  return isNothing(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}

const TIME = /^\d{4}-\d\d-\d\d[Tt ]/

function isSameMoment(one: string, other: string): boolean {
  if (!TIME.test(one) || !TIME.test(other)) return false
  const [first, second] = [parseMoment(one), parseMoment(other)]
  return first !== null && second !== null && Math.floor(first.at) === Math.floor(second.at)
}
