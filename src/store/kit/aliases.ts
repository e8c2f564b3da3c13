import { isDeepStrictEqual } from 'node:util'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { canonicalValue } from './canonical.ts'
import { type AnyResource, pointerTo } from './resource.ts'

type Sent = Readonly<Record<string, unknown>>

/**
 * Copies the values of aliases to the attributes' own names. If both names differ, the one that also differs from the
 * row wins, because clients send back both after changing one. Throws `invalid` if both changed.
 */
export function resolveAliases(resource: AnyResource, sent: Sent, before: Sent | null): Sent {
  const used = Object.entries(resource.aliases)
    .filter(([alias]) => sent[alias] !== undefined)
    .map(([alias, name]) => ({ alias, name, keys: changes(resource, sent, before, [alias, name]) }))
  const conflicts = used.filter(({ keys }) => keys.length > 1)
  if (conflicts.length > 0) throw invalid(conflicts.map(({ alias, name }) => disagreement(resource, alias, name)))
  return { ...sent, ...Object.fromEntries(used.map(({ alias, name, keys: [member = alias] }) => [name, sent[member]])) }
}

/** Returns the distinct values that differ from the stored value; a value without alternatives always counts. */
export function changesAmong<Value>(values: readonly (Value | undefined)[], stored: Value | undefined): Value[] {
  const present = values.filter((value) => value !== undefined)
  return [...new Set(present)].filter((value) => present.length === 1 || value !== stored)
}

/** Returns the member that differs from the row; both if both do. Equal values count as the alias. */
function changes(resource: AnyResource, sent: Sent, before: Sent | null, [alias, name]: [string, string]): string[] {
  const attribute = resource.attributes[name]
  if (attribute === undefined || sent[name] === undefined) return [alias]
  const value = (member: string) => canonicalValue(attribute, sent[member], pointerTo(resource, member))
  if (isDeepStrictEqual(value(alias), value(name))) return [alias]
  return [alias, name].filter((member) => before === null || !isDeepStrictEqual(value(member), before[name]))
}

function disagreement(resource: AnyResource, alias: string, name: string): Problem {
  const pointer = pointerTo(resource, alias)
  const path = pointer.slice(1).replaceAll('/', '.')
  return { detail: `${path} must be the same as ${name}, of which it is an alias: change only one of them.`, pointer }
}

/** Renames a problem's attribute to the name that the body uses. */
export function renameProblem(resource: AnyResource, sent: Sent, problem: Problem): Problem {
  const { pointer = '', detail } = problem
  for (const [alias, name] of Object.entries(resource.aliases)) {
    const [from, to] = [pointerTo(resource, name), pointerTo(resource, alias)]
    if (sent[alias] === undefined || (pointer !== from && !pointer.startsWith(`${from}/`))) continue
    const path = (text: string) => text.slice(1).replaceAll('/', '.')
    return { ...problem, pointer: to + pointer.slice(from.length), detail: detail.replace(path(from), path(to)) }
  }
  return problem
}
