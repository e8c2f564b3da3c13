import { type Kind, kindOf, relationsNamed, targetKinds } from './graph.ts'
import { embeddedIn, type Resource } from './resource.ts'
import { joinPath, pathsIn, relationsOf } from './zoom.ts'

/** A path of the zoom that leads nowhere. */
export type Missing = {
  path: string
  /** The path before the relation that ends it. */
  at: string
  relation: string
  kind: string
  /** The graph has no such relation there, there is no such link now, or its target is not readable. */
  reason: 'unknown' | 'absent' | 'unreadable'
  /** The condition of the presence of the link. */
  when: string
  /** So many of `total` resources lack it. */
  lacking: number
  total: number
  suggestions: readonly string[]
}

const MAX_SUGGESTIONS = 8

/** The paths of a zoom for which the response has no resource, or not for each resource that could have one. */
export function missingPaths(zoom: string, resource: Resource, kinds: readonly Kind[]): Missing[] {
  const kind = kindOf(kinds, resource.self)
  const missing = pathsIn(zoom).flatMap((path) => missingPath(path, resource, kind === null ? [] : [kind], kinds) ?? [])
  // A longer path that ends at the same link says nothing new.
  return missing.filter(({ path, at, relation }) => {
    const shorter = joinPath(at, relation)
    return path === shorter || !missing.some((other) => other.path === shorter)
  })
}

/** Follows a path in the response as far as it goes. */
function missingPath(path: string, resource: Resource, start: readonly Kind[], kinds: readonly Kind[]): Missing | null {
  const relations = path.split(':')
  let resources = [resource]
  let from = start
  let missing: Missing | null = null
  for (const [index, relation] of relations.entries()) {
    const { lacking, total, children, parents } = follow(resources, relation)
    if (lacking > 0 && missing === null)
      missing = { path, lacking, total, ...explain(relations, index, parents, from, kinds) }
    if (children.length === 0) break
    from = targetKinds(kinds, from, relation)
    resources = children
  }
  return missing
}

/** The embedded resources of a relation, how many are lacking of how many, and which of the parents lack one. */
function follow(resources: readonly Resource[], relation: string) {
  const followed = resources.map((parent) => {
    const own = embeddedIn(parent).find(([rel]) => rel.toLowerCase() === relation)?.[1] ?? []
    return { parent, own, expected: Math.max(linksNamed(parent, relation), own.length, 1) }
  })
  const total = followed.reduce((sum, { expected }) => sum + expected, 0)
  const children = followed.flatMap(({ own }) => own)
  const parents = followed.filter(({ own, expected }) => own.length < expected).map(({ parent }) => parent)
  return { lacking: total - children.length, total, children, parents }
}

/** The reason why a path ends: the first relation, from `index` on, that is unknown or conditional. */
function explain(
  relations: readonly string[],
  index: number,
  parents: readonly Resource[],
  from: readonly Kind[],
  kinds: readonly Kind[],
): Omit<Missing, 'path' | 'lacking' | 'total'> {
  const relation = relations[index] ?? ''
  const at = relations.slice(0, index).join(':')
  const kind = from.map(({ name }) => name).join(' or ')
  const known = from.flatMap((one) => relationsNamed(one, relation))
  const described = { at, relation, kind, when: known[0]?.when ?? '' }
  const links = parents.filter(({ self }) => self !== undefined)
  const isLinked = links.some((parent) => linksNamed(parent, relation) > 0)
  if (known.length === 0 && !isLinked)
    return { ...described, reason: 'unknown', suggestions: suggest(relationsOf(from), at, relation) }
  const isAbsent = links.length > 0 ? !isLinked : described.when !== ''
  if (isAbsent) {
    const present = links.flatMap(({ links: all = [] }) => all.map(({ rel }) => rel))
    const others = links.length > 0 ? [...new Set(present)] : relationsOf(from)
    const suggestions = suggest(
      others.filter((rel) => !rel.endsWith('action')),
      at,
      relation,
    )
    return { ...described, reason: 'absent', suggestions }
  }
  if (index === relations.length - 1) return { ...described, reason: 'unreadable', suggestions: [] }
  // The service omits a resource in which nothing is embedded: the path ends further down.
  return explain(relations, index + 1, [], targetKinds(kinds, from, relation), kinds)
}

function linksNamed({ links = [] }: Resource, relation: string): number {
  return links.filter(({ rel }) => rel.toLowerCase() === relation).length
}

/** Paths with another last relation, the most similar first. */
function suggest(relations: readonly string[], at: string, written: string): string[] {
  const sorted = relations
    .filter((rel) => rel.toLowerCase() !== written)
    .map((rel) => ({ rel, distance: editDistance(rel.toLowerCase(), written) }))
    .sort((one, other) => one.distance - other.distance)
  return sorted.slice(0, MAX_SUGGESTIONS).map(({ rel }) => joinPath(at, rel))
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, other_letter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other_letter ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
