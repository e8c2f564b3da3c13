/** @typedef {Readonly<{ type: string, uri: string, href: string, 'max-age': number }>} Self */
/** @typedef {Readonly<{ rel: string, rev?: string, type?: string, uri: string }>} Link */

/**
 * @typedef {Readonly<{
 *   type: string, id: string, 'debug-message': string,
 *   data?: Readonly<Record<string, string>>, 'linked-to'?: Readonly<{ uri: string }>,
 * }>} Message
 */

/**
 * A resource in a response. One at which no path of the zoom ends has no `self` and only embedded resources.
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

const COMMON_MEMBERS = new Set(['self', 'messages', 'links'])

/**
 * Its own members, without those that every resource has.
 * @param {Resource} resource
 */
export function membersOf(resource) {
  return Object.entries(resource).filter(([name]) => !COMMON_MEMBERS.has(name) && !name.startsWith('_'))
}

/**
 * Embedded resources by relation.
 * @param {Resource} resource
 * @returns {[relation: string, resources: Resource[]][]}
 */
export function embeddedIn(resource) {
  return Object.entries(resource).flatMap(([name, value]) =>
    name.startsWith('_') && Array.isArray(value) ? [[name.slice(1), value.map(resourceIn)]] : [],
  )
}

/**
 * Links except for actions, by relation.
 * @param {Resource} resource
 */
export function linksOf({ links = [] }) {
  return Map.groupBy(
    links.filter((link) => !isAction(link)),
    ({ rel }) => rel,
  )
}

/**
 * The links to which a form can be submitted.
 * @param {Resource} resource
 */
export function actionsOf({ links = [] }) {
  return links.filter(isAction)
}

/** @param {Link} link */
function isAction({ rel }) {
  return rel.endsWith('action')
}

/** Members that hold a name. */
export const NAMES = ['display-name', 'title', 'name', 'purchase-number', 'code', 'email']
const EMBEDDED_NAMES = ['_definition', '_item', '_code', '_description']

/**
 * A title from its own members or from embedded resources, otherwise its amount; empty if there is none.
 * @param {Resource} resource
 * @returns {string}
 */
export function titleOf(resource) {
  const own = NAMES.map((name) => resource[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof own === 'string') return own
  const address = addressTitle(resource)
  if (address !== '') return address
  const below = EMBEDDED_NAMES.flatMap((name) => resource[name] ?? []).map((each) => titleOf(resourceIn(each)))
  return below.find((title) => title !== '') ?? amountIn(resource)
}

/**
 * Person and street of an address.
 * @param {Resource} resource
 */
function addressTitle({ name, address }) {
  const person = isObject(name) ? [name['given-name'], name['family-name']].filter(Boolean).join(' ') : ''
  const street = isObject(address) ? [address['street-address'], address.locality].filter(Boolean).join(', ') : ''
  return [person, street].filter(Boolean).join(', ')
}

/** @param {Resource} resource */
function amountIn(resource) {
  const amounts = membersOf(resource).map(([, value]) => (Array.isArray(value) ? value[0] : value))
  const displayed = amounts.find((amount) => isObject(amount) && typeof amount.display === 'string')
  return displayed === undefined ? '' : String(displayed.display)
}

/**
 * The URI to go to after the resource was deleted: its list, otherwise the first resource that links to it.
 * @param {Resource} resource
 */
export function parentUri({ links = [] }) {
  const parent = links.find(({ rel }) => rel === 'list') ?? links.find(({ rev }) => rev !== undefined)
  return parent?.uri ?? ''
}
