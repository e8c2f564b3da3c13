import { targetKinds } from './graph.js'

/** @import { Kind } from './graph.js' */

/**
 * The distinct paths of a zoom, in lower case.
 * @param {string} zoom
 */
export function pathsIn(zoom) {
  const paths = zoom.toLowerCase().split(',')
  return [...new Set(paths.map((path) => path.replaceAll(' ', '')))].filter((path) => path !== '')
}

/**
 * @param {string} zoom
 * @param {string} path
 */
export function includesPath(zoom, path) {
  return pathsIn(zoom).includes(path.toLowerCase())
}

/**
 * @param {string} zoom
 * @param {string} path
 */
export function withPath(zoom, path) {
  return pathsIn(`${zoom},${path}`).join(',')
}

/**
 * @param {string} zoom
 * @param {string} path
 */
export function withoutPath(zoom, path) {
  const removed = path.toLowerCase()
  return pathsIn(zoom)
    .filter((one) => one !== removed)
    .join(',')
}

/**
 * Removes a path and all paths that start with it.
 * @param {string} zoom
 * @param {string} path
 */
export function withoutBranch(zoom, path) {
  const start = `${path.toLowerCase()}:`
  return pathsIn(withoutPath(zoom, path))
    .filter((one) => !one.startsWith(start))
    .join(',')
}

/**
 * A path extended by a relation.
 * @param {string} path
 * @param {string} relation
 */
export function joinPath(path, relation) {
  return path === '' ? relation : `${path}:${relation}`
}

/**
 * Completions of a zoom: relations that start with its last word, and relations behind it if it is one.
 * @param {string} text
 * @param {Kind | null} kind of the zoomed resource
 * @param {readonly Kind[]} kinds
 */
export function zoomSuggestions(text, kind, kinds) {
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

/**
 * The relations of these kinds without actions, which lead back to their forms.
 * @param {readonly Kind[]} kinds
 */
export function relationsOf(kinds) {
  const all = kinds.flatMap(({ relations }) => relations.map(({ rel }) => rel))
  return [...new Set(all)].filter((rel) => !rel.endsWith('action'))
}
