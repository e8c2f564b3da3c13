import { isDeepStrictEqual } from 'node:util'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { canonicalValue } from './canonical.ts'
import { type AnyResource, pointerTo } from './resource.ts'

type Sent = Readonly<Record<string, unknown>>

/** The members of a body, with what an alias says under the attribute's name too. Throws `invalid` when the two differ. */
export function resolveAliases(resource: AnyResource, sent: Sent): Sent {
  const used = Object.entries(resource.aliases).filter(([alias]) => sent[alias] !== undefined)
  const differing = used.filter(([alias, name]) => sent[name] !== undefined && !isSame(resource, sent, alias, name))
  if (differing.length > 0) throw invalid(differing.map(([alias, name]) => disagreement(resource, alias, name)))
  return { ...sent, ...Object.fromEntries(used.map(([alias, name]) => [name, sent[alias]])) }
}

function isSame(resource: AnyResource, sent: Sent, alias: string, name: string): boolean {
  const attribute = resource.attributes[name]
  if (attribute === undefined) return false
  const value = (member: string) => canonicalValue(attribute, sent[member], pointerTo(resource, member))
  return isDeepStrictEqual(value(alias), value(name))
}

function disagreement(resource: AnyResource, alias: string, name: string): Problem {
  const pointer = pointerTo(resource, alias)
  const path = pointer.slice(1).replaceAll('/', '.')
  return { detail: `${path} must be the same as ${name}, of which it is an alias: send only one of them.`, pointer }
}

/** A problem of an attribute, under the name that the body uses for it. */
export function nameAsSent(resource: AnyResource, sent: Sent, problem: Problem): Problem {
  const { pointer = '', detail } = problem
  for (const [alias, name] of Object.entries(resource.aliases)) {
    const [from, to] = [pointerTo(resource, name), pointerTo(resource, alias)]
    if (sent[alias] === undefined || (pointer !== from && !pointer.startsWith(`${from}/`))) continue
    const path = (text: string) => text.slice(1).replaceAll('/', '.')
    return { ...problem, pointer: to + pointer.slice(from.length), detail: detail.replace(path(from), path(to)) }
  }
  return problem
}
