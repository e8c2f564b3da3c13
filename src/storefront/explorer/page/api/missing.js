import { kindOf, relationsNamed, targetKinds } from './graph.js'
import { embeddedIn } from './resource.js'
import { joinPath, pathsIn, relationsOf } from './zoom.js'

/** @import { Kind } from './graph.js' */
/** @import { Resource } from './resource.js' */

/**
 * A path of the zoom that leads nowhere. `relation` is the one that ends it and `at` the path before it. `reason`: the
 * graph has no such relation there, there is no such link now (`when` says when there is one), or its target is not
 * readable. `lacking` of `total` resources lack it.
 * @typedef {Readonly<{
 *   path: string, at: string, relation: string, kind: string, reason: 'unknown' | 'absent' | 'unreadable', when: string,
 *   lacking: number, total: number, suggestions: readonly string[],
 * }>} Missing
 */

const MAX_SUGGESTIONS = 8

/**
 * The paths of a zoom for which the response has no resource, or not for each resource that could have one.
 * @param {string} zoom
 * @param {Resource} resource
 * @param {readonly Kind[]} kinds
 * @returns {Missing[]}
 */
export function missingPaths(zoom, resource, kinds) {
  const kind = kindOf(kinds, resource.self)
  const missing = pathsIn(zoom).flatMap((path) => missingPath(path, resource, kind === null ? [] : [kind], kinds) ?? [])
  // A longer path that ends at the same link says nothing new.
  return missing.filter(({ path, at, relation }) => {
    const shorter = joinPath(at, relation)
    return path === shorter || !missing.some((other) => other.path === shorter)
  })
}

/**
 * Follows a path in the response as far as it goes.
 * @param {string} path
 * @param {Resource} resource
 * @param {readonly Kind[]} start
 * @param {readonly Kind[]} kinds
 * @returns {Missing | null}
 */
function missingPath(path, resource, start, kinds) {
  const relations = path.split(':')
  let resources = [resource]
  let from = start
  /** @type {Missing | null} */
  let partly = null
  for (const [index, relation] of relations.entries()) {
    const { lacking, total, children, parents } = follow(resources, relation)
    if (lacking > 0 && partly === null)
      partly = { path, lacking, total, ...explain(relations, index, parents, from, kinds) }
    if (children.length === 0) break
    from = targetKinds(kinds, from, relation)
    resources = children
  }
  return partly
}

/**
 * The embedded resources of a relation, how many are lacking of how many, and which of the parents lack one.
 * @param {readonly Resource[]} resources
 * @param {string} relation
 */
function follow(resources, relation) {
  const followed = resources.map((parent) => {
    const own = embeddedIn(parent).find(([rel]) => rel.toLowerCase() === relation)?.[1] ?? []
    return { parent, own, expected: Math.max(linksNamed(parent, relation), own.length, 1) }
  })
  const total = followed.reduce((sum, { expected }) => sum + expected, 0)
  const children = followed.flatMap(({ own }) => own)
  const parents = followed.filter(({ own, expected }) => own.length < expected).map(({ parent }) => parent)
  return { lacking: total - children.length, total, children, parents }
}

/**
 * Why a path ends: at the first relation that is unknown or conditional from here on.
 * @param {readonly string[]} relations
 * @param {number} index of the relation for which nothing is embedded
 * @param {readonly Resource[]} parents
 * @param {readonly Kind[]} from the kinds of the parents
 * @param {readonly Kind[]} kinds
 * @returns {Omit<Missing, 'path' | 'lacking' | 'total'>}
 */
function explain(relations, index, parents, from, kinds) {
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
    const others = (links.length > 0 ? [...new Set(present)] : relationsOf(from)).filter(
      (rel) => !rel.endsWith('action'),
    )
    return { ...described, reason: 'absent', suggestions: suggest(others, at, relation) }
  }
  if (index === relations.length - 1) return { ...described, reason: 'unreadable', suggestions: [] }
  // The service omits a resource in which nothing is embedded: the path ends further down.
  return explain(relations, index + 1, [], targetKinds(kinds, from, relation), kinds)
}

/**
 * @param {Resource} resource
 * @param {string} relation
 */
function linksNamed({ links = [] }, relation) {
  return links.filter(({ rel }) => rel.toLowerCase() === relation).length
}

/**
 * Paths with another last relation, the most similar first.
 * @param {readonly string[]} relations
 * @param {string} at
 * @param {string} written
 */
function suggest(relations, at, written) {
  const sorted = relations
    .filter((rel) => rel.toLowerCase() !== written)
    .map((rel) => ({ rel, distance: editDistance(rel.toLowerCase(), written) }))
    .sort((one, other) => one.distance - other.distance)
  return sorted.slice(0, MAX_SUGGESTIONS).map(({ rel }) => joinPath(at, rel))
}

/**
 * Levenshtein distance.
 * @param {string} one
 * @param {string} other
 */
function editDistance(one, other) {
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
