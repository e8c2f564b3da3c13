/** Values of the parameters of a path, by name; opaque ids as they stand in addresses. */
export type Params = Readonly<Record<string, string>>

/** A resource at an address: its kind by name, and the parameters of its path. */
export type Ref = { name: string; params: Params }

/** Where one can go from a resource; what kind is there, its relations say. A link is there only while it can be followed. */
export type Link = {
  rel: string
  params: Params
  rev?: string
  /** What kind is there, where the relation leads to several. */
  to?: string
}

/** What stands in the way, or is worth knowing. `data` holds texts alone. */
export type Message = {
  type: 'error' | 'needinfo' | 'warning' | 'information'
  /** Stable, dotted: what programs go by. */
  id: string
  'debug-message': string
  data: Readonly<Record<string, string>>
  /** Where it can be mended. */
  linked_to?: Ref
  /** The relation that is not there because of it. */
  blocks?: string
}

/** A resource as it is now, without its frame. */
export type Body = {
  /** Where it really is, when it was asked for by another name of it, such as `default`. */
  params?: Params
  links: readonly Link[]
  data?: Readonly<Record<string, unknown>>
  messages?: readonly Message[]
}

/** Why there is none: nothing is at the address, or it is somebody else's. */
export type Absent = 'missing' | 'forbidden'

/** What a request to change something came to. Without a place nothing is there to be followed. */
export type Outcome<Context = never> = {
  status: 200 | 201 | 204
  at: Ref | null
  /** Whether it is in the answer without being asked for. */
  always_shown?: true
  /** What was read for the change and is so after it, for what is shown of it; without it everything is read anew. */
  context?: Context
}

/** What a form takes, as clients are told. */
export type Fields = Readonly<Record<string, 'string' | 'integer' | 'string[]' | 'object'>>

/** A kind of resource: where it is, what it says, and what can be done with it. */
export type Resource<Context> = {
  /** Unique, such as `line item`. */
  name: string
  /** Such as `shop.carts.line-item`. */
  type: string
  /** Below the base, such as `/carts/:scope/:cart`; empty is the base itself. */
  path: string
  /** Seconds for which a client may keep it. */
  max_age: number
  /** What kind of resource, or which kinds, each of its relations leads to. */
  relations: Readonly<Record<string, string | readonly string[]>>
  /** Of a form. */
  fields?: Fields
  /** Several at once, so that a wide zoom costs as much as a narrow one; in the order of the addresses. */
  read(context: Context, addresses: readonly Params[]): Promise<(Body | Absent)[]>
  post?(context: Context, params: Params, body: Record<string, unknown>): Promise<Outcome<Context>>
  put?(context: Context, params: Params, body: Record<string, unknown>): Promise<Outcome<Context>>
  remove?(context: Context, params: Params): Promise<Outcome<Context>>
}

/** A kind with its path taken apart: what is between parameters and the name of a parameter, in turn. */
export type Placed<Context> = Resource<Context> & { pieces: readonly string[] }

/** All kinds of resources, by name. */
export type Registry<Context> = ReadonlyMap<string, Placed<Context>>

/** Throws for two of one name or path, and for a relation that leads nowhere. */
export function registryOf<Context>(resources: readonly Resource<Context>[]): Registry<Context> {
  const placed = resources.map((resource) => ({ ...resource, pieces: resource.path.split(/:(\w+)/) }))
  const registry = new Map(placed.map((resource) => [resource.name, resource]))
  const paths = new Set(resources.map(({ path }) => path.replace(/:\w+/g, ':')))
  if (registry.size < resources.length || paths.size < resources.length)
    throw new Error('Two resources have one name or path.')
  for (const { name, relations } of resources)
    for (const [rel, target] of Object.entries(relations).flatMap(([rel, to]) => [to].flat().map((one) => [rel, one])))
      if (target === undefined || !registry.has(target))
        throw new Error(`${rel} of ${name} leads to ${target}, which there is not.`)
  return registry
}

export function resourceNamed<Context>(registry: Registry<Context>, name: string): Placed<Context> {
  const resource = registry.get(name)
  if (resource === undefined) throw new Error(`There is no resource ${name}.`)
  return resource
}

/** Where a link of a resource leads. */
export function targetOf<Context>({ name, relations }: Resource<Context>, { rel, params, to }: Link): Ref {
  const kinds = relations[rel] ?? []
  const target = typeof kinds === 'string' ? kinds : kinds.find((kind) => to === undefined || kind === to)
  if (target === undefined) throw new Error(`${name} has a link ${rel}, which is none of its relations.`)
  return { name: target, params }
}

/** The address below the base. */
export function uriOf<Context>(registry: Registry<Context>, { name, params }: Ref): string {
  let uri = ''
  for (const [index, piece] of resourceNamed(registry, name).pieces.entries())
    uri += index % 2 === 0 ? piece : (params[piece] ?? '')
  return uri
}
