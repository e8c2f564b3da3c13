import { type Kind, kindOf, targetKinds } from './graph.ts'
import { embeddedIn, linksOf, NAMES, type Resource, resourceIn, titleOf } from './resource.ts'
import { parseTarget } from './target.ts'
import { joinPath } from './zoom.ts'

const LIST_RELATIONS = new Set(['element', 'child', 'choice', 'chosen'])
/** Relations to a resource that has the same name as the linking resource. */
const NAMING_RELATIONS = ['definition', 'item', 'description', 'code']
const MAX_NAMING_DEPTH = 3
/** The service accepts up to 200. */
const MAX_PATHS = 60

/** True if links of a relation lead to list elements, which are shown by name. */
export function isListRelation(rel: string, links: number): boolean {
  return links > 1 || LIST_RELATIONS.has(rel)
}

/**
 * Zoom that reads the names of all list elements in one request, including those of embedded lists. Empty if all names
 * are in `names`, which is keyed by URI.
 */
export function zoomForNames(resource: Resource, kinds: readonly Kind[], names: { has(uri: string): boolean }): string {
  const paths = new Set<string>()
  const visit = (parent: Resource, path: string): void => {
    const kind = kindOf(kinds, parent.self)
    for (const [rel, links] of linksOf(parent)) {
      if (!isListRelation(rel, links.length) || links.every(({ uri }) => names.has(parseTarget(uri).uri))) continue
      addPaths(joinPath(path, rel), targetKinds(kinds, kind === null ? [] : [kind], rel))
    }
    for (const [rel, children] of embeddedIn(parent)) {
      const unnamed = children.find((child) => child.self !== undefined && isUnnamed(child, child.self.uri))
      const element = isListRelation(rel, children.length) ? kindOf(kinds, unnamed?.self) : null
      if (element !== null) addPaths(joinPath(path, rel), [element])
      for (const child of children) visit(child, joinPath(path, rel))
    }
  }
  const addPaths = (list: string, elements: readonly Kind[]): void => {
    paths.add(list)
    for (const inner of pathsToNames(kinds, elements, 0)) paths.add(joinPath(list, inner))
  }
  const isUnnamed = (element: Resource, uri: string) => titleOf(element) === '' && !names.has(parseTarget(uri).uri)
  visit(resource, '')
  return [...paths].slice(0, MAX_PATHS).join(',')
}

/** Relations that lead from these kinds to their names; empty if the kinds have names themselves. */
function pathsToNames(kinds: readonly Kind[], from: readonly Kind[], depth: number): string[] {
  if (depth === MAX_NAMING_DEPTH) return []
  const unnamed = from.filter(({ members }) => NAMES.every((name) => members.properties?.[name] === undefined))
  for (const relation of NAMING_RELATIONS) {
    const targets = targetKinds(kinds, unnamed, relation)
    if (targets.length === 0) continue
    const deeper = pathsToNames(kinds, targets, depth + 1)
    return deeper.length === 0 ? [relation] : deeper.map((path) => joinPath(relation, path))
  }
  return []
}

/** Names of all resources in a response, by URI; empty if unnamed. */
export function namesIn(json: unknown): [uri: string, name: string][] {
  const resource = resourceIn(json)
  const { self } = resource
  const below = embeddedIn(resource).flatMap(([, children]) => children.flatMap(namesIn))
  return self === undefined ? below : [[parseTarget(self.uri).uri, titleOf(resource)], ...below]
}

/** Fallback name of a resource: its kind and the start of its id. */
export function substituteName(uri: string, kinds: readonly Kind[]): string {
  const path = parseTarget(uri).uri
  const id = path.split('/').at(-1) ?? ''
  return [kindOf(kinds, { uri: path })?.name ?? '', id.slice(0, 8)].filter(Boolean).join(' ')
}
