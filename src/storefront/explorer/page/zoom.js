import { kindBehind } from './graph.js'

/** @import { Kind } from './graph.js' */

/**
 * The paths of a zoom, each once, in lower case.
 * @param {string} zoom
 */
function pathsIn(zoom) {
  const paths = zoom.toLowerCase().split(',')
  return [...new Set(paths.map((path) => path.replaceAll(' ', '')))].filter((path) => path !== '')
}

/**
 * @param {string} zoom
 * @param {string} path
 */
export function isIn(zoom, path) {
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
 * Without what the path leads to, and what is embedded in that.
 * @param {string} zoom
 * @param {string} path
 */
export function withoutPath(zoom, path) {
  const gone = path.toLowerCase()
  const kept = pathsIn(zoom).filter((one) => one !== gone && !one.startsWith(`${gone}:`))
  return kept.join(',')
}

/**
 * A path of relations and one more.
 * @param {string} path
 * @param {string} relation
 */
export function below(path, relation) {
  return path === '' ? relation : `${path}:${relation}`
}

/**
 * What a zoom that somebody is writing could go on as: names of relations in place of its last word, and behind it when
 * it is one already.
 * @param {string} written
 * @param {Kind | null} kind of the resource that it is for
 * @param {readonly Kind[]} kinds
 */
export function suggestions(written, kind, kinds) {
  const before = written.replace(/[^,]*$/, '')
  const relations = written.slice(before.length).trim().split(':')
  const last = relations.pop() ?? ''
  const from = relations.reduce((/** @type {Kind | null} */ at, relation) => kindBehind(kinds, at, relation), kind)
  const head = before + relations.map((relation) => `${relation}:`).join('')
  const begun = relationsOf(from).filter((rel) => rel.toLowerCase().startsWith(last.toLowerCase()))
  const deeper = relationsOf(kindBehind(kinds, from, last))
  return [...begun.map((rel) => head + rel), ...deeper.map((rel) => `${head}${last}:${rel}`)]
}

/**
 * Actions lead back to their forms.
 * @param {Kind | null} kind
 */
function relationsOf(kind) {
  return (kind?.relations ?? []).map(({ rel }) => rel).filter((rel) => !rel.endsWith('action'))
}
