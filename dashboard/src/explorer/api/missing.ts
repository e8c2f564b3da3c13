import { type Kind, kindOf, relationsNamed, targetKinds } from './graph.ts'
import { embeddedIn, type Resource } from './resource.ts'
import { joinPath, pathsIn, relationsOf } from './zoom.ts'

/** Path of the zoom without a result. */
export type Missing = {
  path: string
  /** Path before the relation that ends it. */
  at: string
  relation: string
  kind: string
  /**
   * Unknown: the graph has no such relation. Absent: the link is missing now. Unreadable: its target cannot be read.
   */
  reason: 'unknown' | 'absent' | 'unreadable'
  /** Condition for the presence of the link. */
  when: string
  /** Number of resources without the link, out of `total`. */
  lacking: number
  total: number
  suggestions: readonly string[]
}

const MAX_SUGGESTIONS = 8

/** Paths of a zoom that are missing in the response, or in some of the resources that could have them. */
export function missingPaths(zoom: string, resource: Resource, kinds: readonly Kind[]): Missing[] {
  const kind = kindOf(kinds, resource.self)
  const missing = pathsIn(zoom).flatMap((path) => missingPath(path, resource, kind === null ? [] : [kind], kinds) ?? [])
  // A longer path that ends at the same link adds no information.
  return missing.filter(({ path, at, relation }) => {
    const shorter = joinPath(at, relation)
    return path === shorter || !missing.some((other) => other.path === shorter)
  })
}

/** Follows a path through the response as far as it goes. */
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

/** Resources embedded by a relation, counts of missing and expected resources, and the parents without one. */
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

/** Reason why a path ends: its first unknown or conditional relation from `index` on. */
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
  // The service omits resources without embedded content, so the path ends further down.
  return explain(relations, index + 1, [], targetKinds(kinds, from, relation), kinds)
}

function linksNamed({ links = [] }: Resource, relation: string): number {
  return links.filter(({ rel }) => rel.toLowerCase() === relation).length
}

/** Paths with another last relation, most similar first. */
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
