type Self = { type: string; uri: string; href: string; 'max-age': number }
export type Link = { rel: string; rev?: string; type?: string; uri: string }

export type Message = {
  type: string
  id: string
  'debug-message': string
  data?: Readonly<Record<string, string>>
  'linked-to'?: { uri: string }
}

/** Resource in a response. A resource between the ends of zoom paths has no `self` and only embedded resources. */
export type Resource = {
  readonly self?: Self
  readonly messages?: readonly Message[]
  readonly links?: readonly Link[]
  readonly [member: string]: unknown
}

export function resourceIn(json: unknown): Resource {
  return isObject(json) ? json : {}
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function messagesIn(json: unknown): readonly Message[] {
  return isObject(json) && Array.isArray(json.messages) ? json.messages : []
}

const COMMON_MEMBERS = new Set(['self', 'messages', 'links'])

/** Members of the resource, except those that every resource has. */
export function membersOf(resource: Resource): [name: string, value: unknown][] {
  return Object.entries(resource).filter(([name]) => !COMMON_MEMBERS.has(name) && !name.startsWith('_'))
}

/** Embedded resources by relation. */
export function embeddedIn(resource: Resource): [relation: string, resources: Resource[]][] {
  return Object.entries(resource).flatMap(([name, value]): [string, Resource[]][] =>
    name.startsWith('_') && Array.isArray(value) ? [[name.slice(1), value.map(resourceIn)]] : [],
  )
}

/** Links by relation, without actions. */
export function linksOf({ links = [] }: Resource): Map<string, Link[]> {
  return Map.groupBy(
    links.filter((link) => !isAction(link)),
    ({ rel }) => rel,
  )
}

/** Links that accept a form submission. */
export function actionsOf({ links = [] }: Resource): Link[] {
  return links.filter(isAction)
}

function isAction({ rel }: Link): boolean {
  return rel.endsWith('action')
}

/** Members that may hold a name. */
export const NAMES = ['display-name', 'title', 'name', 'purchase-number', 'code', 'email']
const EMBEDDED_NAMES = ['_definition', '_item', '_code', '_description']

/** Title from the resource's members or from embedded resources, otherwise its amount; empty if none. */
export function titleOf(resource: Resource): string {
  const own = NAMES.map((name) => resource[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof own === 'string') return own
  const address = addressTitle(resource)
  if (address !== '') return address
  const below = EMBEDDED_NAMES.flatMap((name) => resource[name] ?? []).map((each) => titleOf(resourceIn(each)))
  return below.find((title) => title !== '') ?? amountIn(resource)
}

/** Person and street. */
function addressTitle({ name, address }: Resource): string {
  const person = isObject(name) ? [name['given-name'], name['family-name']].filter(Boolean).join(' ') : ''
  const street = isObject(address) ? [address['street-address'], address.locality].filter(Boolean).join(', ') : ''
  return [person, street].filter(Boolean).join(', ')
}

function amountIn(resource: Resource): string {
  const amounts = membersOf(resource).map(([, value]) => (Array.isArray(value) ? value[0] : value))
  const displayed = amounts.find((amount) => isObject(amount) && typeof amount.display === 'string')
  return displayed === undefined ? '' : String(displayed.display)
}

/** URI to open after the resource was deleted: its list, otherwise the first resource that links to it. */
export function parentUri({ links = [] }: Resource): string {
  const parent = links.find(({ rel }) => rel === 'list') ?? links.find(({ rev }) => rev !== undefined)
  return parent?.uri ?? ''
}
