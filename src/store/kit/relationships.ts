import { isDeepStrictEqual } from 'node:util'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { pointerWords } from '../../kernel/json/json-pointer.ts'
import { changesAmong } from './aliases.ts'
import { type AnyResource, type Draft, pointerTo } from './resource.ts'

type Sent = Readonly<Record<string, unknown>>

/**
 * Copies the ids in relationships to their attributes. If both differ, the one that also differs from the row wins.
 * Throws `invalid` if both changed.
 */
export function resolveRelationships(resource: AnyResource, sent: Sent, before: Sent | null): Sent {
  const relationships = (sent.relationships ?? {}) as Record<string, { data: { id: string } | null } | undefined>
  const resolved = Object.entries(resource.related).flatMap(([name, { attribute }]) => {
    const relationship = relationships[name]
    if (relationship === undefined) return []
    const own = sent[attribute]
    const id = relationship.data?.id.toLowerCase() ?? null
    const changes = changesAmong([typeof own === 'string' ? own.toLowerCase() : own, id], before?.[attribute])
    if (changes.length > 1) throw disagreement(name, pointerTo(resource, attribute))
    return changes.map((value) => [attribute, value] as const)
  })
  return { ...sent, ...Object.fromEntries(resolved) }
}

/** Points a problem of an attribute to the relationship that set its value. */
export function pointToRelationship(resource: AnyResource, { sent, after }: Draft<object>, problem: Problem): Problem {
  for (const [name, { attribute }] of Object.entries(resource.related)) {
    const { id } = objectOf(objectOf(objectOf(sent.relationships)[name]).data)
    const from = pointerTo(resource, attribute)
    if (typeof id !== 'string' || id.toLowerCase() !== objectOf(after)[attribute]) continue
    if (problem.pointer !== from) continue
    const pointer = `/data/relationships/${name}/data/id`
    return { ...problem, pointer, detail: problem.detail.replace(pointerWords(from), pointerWords(pointer)) }
  }
  return problem
}

function disagreement(name: string, attribute: string) {
  const pointer = `/data/relationships/${name}/data`
  const other = attribute.slice(1).replaceAll('/', '.')
  const detail = `${pointer.slice(1).replaceAll('/', '.')} must name the same as ${other}: change only one of them.`
  return invalid([{ detail, pointer }])
}

/**
 * Throws `invalid` for relationships that differ from those shown before or after the change: they cannot be set here
 * and would be lost. `hint` explains where to set them.
 */
export function rejectOtherRelationships(sent: unknown, shown: readonly unknown[], hint = ''): void {
  const problems = Object.entries(objectOf(sent)).flatMap(([name, relationship]) => {
    const ids = idsIn(relationship)
    if (ids === undefined || shown.some((one) => (idsIn(objectOf(one)[name]) ?? '') === ids)) return []
    const detail = `data.relationships.${name} cannot be set here: leave it out, or send it as the response shows it.${hint}`
    return [{ detail, pointer: `/data/relationships/${name}` }]
  })
  if (problems.length > 0) throw invalid(problems)
}

/**
 * Throws `invalid` for the named members of a body that differ from the resource: they cannot be set here and would be
 * lost. `hint` explains where to set them.
 */
export function rejectOtherValues(
  sent: object,
  shown: object,
  names: readonly string[],
  hint = '',
  pointer = '/data',
): void {
  const differ = names.filter((name) => {
    const value = objectOf(sent)[name]
    return value !== undefined && !isDeepStrictEqual(value, objectOf(shown)[name])
  })
  if (differ.length === 0) return
  const detail = (name: string) =>
    `${pointerWords(pointer)}.${name} cannot be changed here: leave it out, or send it as the response shows it.${hint}`
  throw invalid(differ.map((name) => ({ detail: detail(name), pointer: `${pointer}/${name}` })))
}

/** Ids in a relationship, sorted; '' if it is empty, undefined if there is no relationship. */
function idsIn(relationship: unknown): string | undefined {
  const { data } = objectOf(relationship)
  if (data === undefined) return undefined
  const ids = [data].flat().map((identifier) => String(objectOf(identifier).id ?? '').toLowerCase())
  return [...new Set(ids)].sort().join()
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
