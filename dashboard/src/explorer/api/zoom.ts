import { type Kind, targetKinds } from './graph.ts'

/** Distinct paths of a zoom, in lower case. */
export function pathsIn(zoom: string): string[] {
  const paths = zoom.toLowerCase().split(',')
  return [...new Set(paths.map((path) => path.replaceAll(' ', '')))].filter((path) => path !== '')
}

export function includesPath(zoom: string, path: string): boolean {
  return pathsIn(zoom).includes(path.toLowerCase())
}

export function withPath(zoom: string, path: string): string {
  return pathsIn(`${zoom},${path}`).join(',')
}

export function withoutPath(zoom: string, path: string): string {
  const removed = path.toLowerCase()
  return pathsIn(zoom)
    .filter((one) => one !== removed)
    .join(',')
}

/** Removes a path and all paths that start with it. */
export function withoutBranch(zoom: string, path: string): string {
  const start = `${path.toLowerCase()}:`
  return pathsIn(withoutPath(zoom, path))
    .filter((one) => !one.startsWith(start))
    .join(',')
}

export function joinPath(path: string, relation: string): string {
  return path === '' ? relation : `${path}:${relation}`
}

/** Completions of a zoom: relations that start with its last word, and relations that follow it if it is complete. */
export function zoomSuggestions(text: string, kind: Kind | null, kinds: readonly Kind[]): string[] {
  const before = text.replace(/[^,]*$/, '')
  const relations = text.slice(before.length).trim().split(':')
  const last = relations.pop() ?? ''
  const start = kind === null ? [] : [kind]
  const from = relations.reduce((at, relation) => targetKinds(kinds, at, relation), start)
  const head = before + relations.map((relation) => `${relation}:`).join('')
  const matches = relationsOf(from).filter((rel) => rel.toLowerCase().startsWith(last.toLowerCase()))
  const deeper = relationsOf(targetKinds(kinds, from, last))
  return [...matches.map((rel) => head + rel), ...deeper.map((rel) => `${head}${last}:${rel}`)]
}

/** Relations of these kinds, without actions, since actions lead back to their forms. */
export function relationsOf(kinds: readonly Kind[]): string[] {
  const all = kinds.flatMap(({ relations }) => relations.map(({ rel }) => rel))
  return [...new Set(all)].filter((rel) => !rel.endsWith('action'))
}
