import { readFileSync } from 'node:fs'
import { IGNORED_MEMBERS } from '../../../src/http/validation/ignored-members.ts'
import { resolved } from './body-places.ts'

type Json = Record<string, unknown>

/**
 * Bodies by operation, with every member that published clients of this API send, each with a value of its type. An
 * operation has several bodies if members exclude each other.
 */
export const knownMembers: ReadonlyMap<string, readonly Json[]> = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('../../fixtures/known-members.json', import.meta.url), 'utf8'))),
)

/** A member of a body, and a body that holds only the member and the tags of its union branch. */
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

/** Members that select the branch of a union. */
const TAGS = new Set(['type', 'integration_type', 'field_type', 'gateway', 'method', 'authentication_mechanism'])

function only(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return [only(value[Number(step)], rest)]
  const tags = Object.entries(value as Json).filter(([name, tag]) => TAGS.has(name) && typeof tag === 'string')
  return { ...Object.fromEntries(tags), [step]: only((value as Json)[step], rest) }
}

/**
 * Finds a member in the document of a body: `described`, or `ignored` with a reason, or `unsaid` if it is missing or
 * read-only.
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
  // A location without further description may contain anything.
  const isOpen = additionalProperties !== undefined || place.type === undefined
  return isOpen && !('properties' in place && additionalProperties === undefined) ? [{}] : []
}

function branchesOf(document: Json, given: Json): Json[] {
  const schema = { ...resolved(document, given), ...given }
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  return branches === undefined ? [schema] : branches.flatMap((branch) => branchesOf(document, branch))
}
