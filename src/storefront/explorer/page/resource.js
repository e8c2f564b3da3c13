/** @typedef {Readonly<{ type: string, uri: string, href: string, 'max-age': number }>} Self */
/** @typedef {Readonly<{ rel: string, rev?: string, type?: string, uri: string }>} Link */

/**
 * @typedef {Readonly<{
 *   type: string, id: string, 'debug-message': string,
 *   data?: Readonly<Record<string, string>>, 'linked-to'?: Readonly<{ uri: string }>,
 * }>} Message
 */

/**
 * A resource in an answer. One that a zoom only passes through has no `self` and nothing but what is embedded in it.
 * @typedef {Readonly<{ self?: Self, messages?: readonly Message[], links?: readonly Link[], [member: string]: unknown }>} Resource
 */

/**
 * @param {unknown} json
 * @returns {Resource}
 */
export function resourceIn(json) {
  return isObject(json) ? json : {}
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const FRAME = new Set(['self', 'messages', 'links'])

/**
 * Its own members, without the frame that every resource has.
 * @param {Resource} resource
 */
export function membersOf(resource) {
  return Object.entries(resource).filter(([name]) => !FRAME.has(name) && !name.startsWith('_'))
}

/**
 * What is embedded in it, by relation.
 * @param {Resource} resource
 * @returns {[relation: string, resources: Resource[]][]}
 */
export function embeddedIn(resource) {
  return Object.entries(resource).flatMap(([name, value]) =>
    name.startsWith('_') && Array.isArray(value) ? [[name.slice(1), value.map(resourceIn)]] : [],
  )
}

/**
 * Links to follow, by relation.
 * @param {Resource} resource
 */
export function linksOf({ links = [] }) {
  return Map.groupBy(
    links.filter((link) => !isAction(link)),
    ({ rel }) => rel,
  )
}

/**
 * Where forms are sent.
 * @param {Resource} resource
 */
export function actionsOf({ links = [] }) {
  return links.filter(isAction)
}

/** @param {Link} link */
function isAction({ rel }) {
  return rel.endsWith('action')
}

const NAMES = ['display-name', 'title', 'name', 'purchase-number', 'code']
const NAMED_BY = ['_definition', '_item', '_code', '_description']

/**
 * What people would call it, by its own members or by what is embedded in it; empty when nothing tells.
 * @param {Resource} resource
 * @returns {string}
 */
export function titleOf(resource) {
  const own = NAMES.map((name) => resource[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof own === 'string') return own
  const below = NAMED_BY.flatMap((name) => resource[name] ?? []).map((each) => titleOf(resourceIn(each)))
  return below.find((title) => title !== '') ?? ''
}

/**
 * Where to go when the resource is gone: to the list that it was in, or else to what has a name for it.
 * @param {Resource} resource
 */
export function wayBack({ links = [] }) {
  const way = links.find(({ rel }) => rel === 'list') ?? links.find(({ rev }) => rev !== undefined)
  return way?.uri ?? ''
}
