import { readFileSync } from 'node:fs'
import { IGNORED_MEMBERS } from '../../../src/http/validation/ignored-members.ts'
import { resolved } from './body-places.ts'

type Json = Record<string, unknown>

/**
 * By operation: bodies with every member of the bodies that published clients of this API send, each with a value of its type.
 * Several where members exclude each other.
 */
export const knownMembers: ReadonlyMap<string, readonly Json[]> = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('../../fixtures/known-members.json', import.meta.url), 'utf8'))),
)

/** A member of a body, and the body that holds nothing else but what tells its branch of a union. */
export type KnownMember = { operation: string; pointer: string; body: unknown }

export function* eachMember(): Generator<KnownMember> {
  for (const [operation, bodies] of knownMembers)
    for (const body of bodies)
      for (const pointer of leaves(body, ''))
        yield { operation, pointer, body: only(body, pointer.split('/').slice(1)) }
}

function leaves(value: unknown, pointer: string): string[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return members.length === 0 ? [pointer] : members.flatMap(([name, member]) => leaves(member, `${pointer}/${name}`))
}

/** Members whose values tell the branches of a union apart. */
const TAGS = new Set(['type', 'integration_type', 'field_type', 'gateway', 'method', 'authentication_mechanism'])

function only(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return [only(value[Number(step)], rest)]
  const tags = Object.entries(value as Json).filter(([name, tag]) => TAGS.has(name) && typeof tag === 'string')
  return { ...Object.fromEntries(tags), [step]: only((value as Json)[step], rest) }
}

/**
 * What a document says of a member of a body: `described` among what it holds, `ignored` with the reason; `unsaid` for one that
 * it does not name, or only as read-only.
 */
export function memberIn(document: Json, body: Json, pointer: string): 'described' | 'ignored' | 'unsaid' {
  let places = branchesOf(document, body)
  for (const step of pointer.split('/').slice(1)) {
    if (places.some((place) => step in ((place[IGNORED_MEMBERS] ?? {}) as Json))) return 'ignored'
    places = places.flatMap((place) => inside(place, step)).flatMap((place) => branchesOf(document, place))
  }
  return places.some(({ readOnly }) => readOnly !== true) ? 'described' : 'unsaid'
}

function inside(place: Json, step: string): Json[] {
  const { items, properties = {}, patternProperties, additionalProperties } = place as Record<string, Json | undefined>
  if (items !== undefined) return [items]
  const member = properties[step] as Json | undefined
  if (member !== undefined) return [member]
  if (patternProperties !== undefined) return Object.values(patternProperties) as Json[]
  // Anything may be in a place that is not described further.
  const isOpen = additionalProperties !== undefined || place.type === undefined
  return isOpen && !('properties' in place && additionalProperties === undefined) ? [{}] : []
}

function branchesOf(document: Json, given: Json): Json[] {
  const schema = { ...resolved(document, given), ...given }
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  return branches === undefined ? [schema] : branches.flatMap((branch) => branchesOf(document, branch))
}
