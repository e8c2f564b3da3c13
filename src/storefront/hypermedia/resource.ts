import type { TSchema } from 'typebox'

/** Path parameters by name. Ids are encoded as in URIs. */
export type Params = Readonly<Record<string, string>>

/** Identifies a resource: the name of its kind, and its path parameters. */
export type Ref = { name: string; params: Params }

/** A link to another resource, present only while it can be followed. The relation declares the kind of its target. */
export type Link = {
  rel: string
  params: Params
  /** The kind of the target, for a relation that can lead to several kinds. */
  to?: string
}

/** A problem, a requirement or a note. All values in `data` are strings. */
export type Message = {
  type: 'error' | 'needinfo' | 'warning' | 'information'
  /** A stable, dotted id that clients switch on. */
  id: string
  'debug-message': string
  data: Readonly<Record<string, string>>
  /** The resource where the problem can be fixed. */
  linked_to?: Ref
  /** The relation that is absent because of the problem. */
  blocks?: string
}

/** The current state of a resource, without the members that every resource has. */
export type ResourceState = {
  /** The canonical parameters, if the request used an alias such as `default`. */
  params?: Params
  links: readonly Link[]
  data?: Readonly<Record<string, unknown>>
  /** The languages (BCP 47) of the texts in `data`, for `Content-Language`. */
  languages?: readonly string[]
  messages?: readonly Message[]
}

/** The reason why a resource cannot be read: it does not exist, or belongs to another shopper or to a bought cart. */
export type Absence = 'missing' | 'forbidden' | 'bought'

export type ChangeResult<Context = never> = {
  status: 200 | 201 | 204
  /** The path parameters of the resulting resource, whose URI is the Location; null for none. */
  location: Params | null
  /** True if the response includes the resource at `location` even without FollowLocation. */
  returns_resource?: true
  /** A context that is still valid after the change, to read the response with. Without it everything is read again. */
  context?: Context
}

export const NO_CONTENT: ChangeResult = { status: 204, location: null }

export type Members = Readonly<Record<string, TSchema>>

/** The role of a token: of an anonymous shopper, or of a customer. */
export type Role = 'PUBLIC' | 'REGISTERED'

export type Relation = {
  /** The kind or kinds of resources that it leads to. */
  to: string | readonly string[]
  /** The same relation, seen from the target. */
  rev?: string
  /** The condition for a link; if absent, every resource always has the link. */
  when?: string
}

export type Operation<Context> = {
  /** A sentence about its effect. */
  description: string
  fields?: Members
  /** The kind of resource at the Location of the response. */
  leads_to?: string
  /** The only role that may use it. */
  role?: Role
  run(context: Context, params: Params, body: Record<string, unknown>): Promise<ChangeResult<Context>>
}

/** Declares a kind of resource: its path, its type, its relations and its operations. */
export type Resource<Context> = {
  /** A unique name, such as `line item`. */
  name: string
  /** A type such as `shop.carts.line-item`. */
  type: string
  /** The path below the base, such as `/carts/:scope/:cart`; empty for the root. */
  path: string
  /** Seconds for which clients may cache it. */
  max_age: number
  /** A sentence about the resource. */
  description: string
  /**
   * True if the state depends only on the parameters and the shopper's view of the catalog, so that the response can be
   * cached in memory. For an embedded resource, the parameters are those of the requested resource.
   */
  cached?: boolean | ((params: Params) => boolean)
  /** The only role that can read it. */
  role?: Role
  /** Members besides those of every resource. A form has its fields instead. */
  members?: Members
  relations: Readonly<Record<string, Relation>>
  /**
   * Reads many resources at once, so that the number of statements does not grow with the zoom. Returns them in the
   * order of `paramsList`.
   */
  read(context: Context, paramsList: readonly Params[]): Promise<(ResourceState | Absence)[]>
  post?: Operation<Context>
  put?: Operation<Context>
  remove?: Operation<Context>
}

/**
 * A resource with its path split: literal text and parameter names alternate. `media_type` is the type of links to it.
 */
type RegisteredResource<Context> = Resource<Context> & { path_parts: readonly string[]; media_type: string }

export type Registry<Context> = ReadonlyMap<string, RegisteredResource<Context>>

/** Throws if two resources have the same name or path, or if a relation or operation leads to an unknown kind. */
export function createRegistry<Context>(resources: readonly Resource<Context>[]): Registry<Context> {
  const registry = new Map<string, RegisteredResource<Context>>()
  const paths = new Map<string, string>()
  for (const resource of resources) {
    const { name, path } = resource
    if (registry.has(name)) throw new Error(`Two resources have the name ${name}.`)
    const pattern = path.replace(/:\w+/g, ':')
    if (paths.has(pattern)) throw new Error(`${name} and ${paths.get(pattern)} have the same path ${path}.`)
    registry.set(name, { ...resource, path_parts: path.split(/:(\w+)/), media_type: mediaTypeOf(resource.type) })
    paths.set(pattern, name)
  }
  for (const resource of resources)
    for (const [from, to] of destinationsOf(resource))
      if (!registry.has(to)) throw new Error(`${from} of ${resource.name} leads to the unknown resource ${to}.`)
  return registry
}

/**
 * Turns `shop.orders.order` into `application/vnd.shop.order`. All kinds of info, selector, choice, form or list of
 * links share one media type each.
 */
function mediaTypeOf(type: string): string {
  const [namespace, name] = [type.split('.')[0], type.split('.').at(-1) ?? '']
  const kind = /(?:^|-)(info|selector|choice|form|links)$/.exec(name)?.[1] ?? name.replaceAll('-', '')
  return `application/vnd.${namespace}.${kind}`
}

function destinationsOf<Context>({ relations, post }: Resource<Context>): [from: string, to: string][] {
  const links = Object.entries(relations).flatMap(([rel, { to }]) =>
    [to].flat().map((kind): [string, string] => [`The relation ${rel}`, kind]),
  )
  return post?.leads_to === undefined ? links : [...links, ['The POST', post.leads_to]]
}

export function resourceNamed<Context>(registry: Registry<Context>, name: string): RegisteredResource<Context> {
  const resource = registry.get(name)
  if (resource === undefined) throw new Error(`Unknown resource ${name}.`)
  return resource
}

export function targetOf<Context>({ name, relations }: Resource<Context>, { rel, params, to }: Link): Ref {
  const kinds = relations[rel]?.to ?? []
  const target = typeof kinds === 'string' ? kinds : kinds.find((kind) => to === undefined || kind === to)
  if (target === undefined) throw new Error(`${name} has a link ${rel}, which it does not declare as a relation.`)
  return { name: target, params }
}

/** The URI of a resource, relative to the base. */
export function uriOf<Context>(registry: Registry<Context>, { name, params }: Ref): string {
  const { path_parts } = resourceNamed(registry, name)
  let uri = path_parts[0] ?? ''
  for (let index = 1; index < path_parts.length; index += 2)
    uri += (params[path_parts[index] ?? ''] ?? '') + (path_parts[index + 1] ?? '')
  return uri
}

/** A state with its canonical parameters. An absence is returned unchanged. */
export function withParams(state: ResourceState | Absence, params: Params): ResourceState | Absence {
  return typeof state === 'string' ? state : { ...state, params }
}

export function operationsOf<Context>({ post, put, remove }: Resource<Context>) {
  const all = { POST: post, PUT: put, DELETE: remove }
  return METHODS.flatMap((method) => {
    const operation = all[method]
    return operation === undefined ? [] : [[method, operation] as const]
  })
}

const METHODS = ['POST', 'PUT', 'DELETE'] as const

/** Links to actions are followed with POST, and come before all others. */
export function isAction(rel: string): boolean {
  return rel.endsWith('action')
}
