import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertFound } from './absence.ts'
import {
  type Absence,
  isAction,
  type Link,
  type Message,
  type Params,
  type Ref,
  type Registry,
  type Resource,
  type ResourceState,
  resourceNamed,
  targetOf,
  uriOf,
} from './resource.ts'
import { printZoom, type Zoom } from './zoom.ts'

/** Maximum number of resources in one response of the storefront. @operator */
export const MAX_RESOURCES = 20_000

/** `languages` (BCP 47) are those of the texts in `json`, without repetition. */
export type Representation = { json: Record<string, unknown>; max_age: number; languages: string[] }

/** The rendering of one response. `base` is the prefix of every `href`, without a trailing slash. */
export type Rendering<Context> = {
  registry: Registry<Context>
  context: Context
  base: string
  /** Resources by URI: each is read at most once per response. */
  cache: Map<string, LoadedResource<Context> | Absence>
}

type LoadedResource<Context> = { uri: string; resource: Resource<Context>; state: ResourceState }

type ResourceNode<Context> = LoadedResource<Context> & { embedded: Record<string, unknown[]>; max_age: number }

/**
 * A resource with the zoom embedded in it. Relations are followed level by level, all resources of a kind at once.
 * Embedded resources that are absent are omitted. Throws `not_found` and `forbidden` for the resource itself, and
 * `malformed_query` if the response would contain more than MAX_RESOURCES.
 */
export async function represent<Context>(given: Rendering<Context>, ref: Ref, zoom: Zoom): Promise<Representation> {
  // The languages of resources in the response, which are not all resources that are read.
  const rendering = { ...given, languages: new Set<string>() }
  const [found = 'missing'] = await loadAll(rendering, [ref])
  const root = toNode(assertFound(found, ref.name))
  await embed(rendering, [root], zoom, { remaining: MAX_RESOURCES })
  const query = zoom.relations.size === 0 ? '' : `?zoom=${printZoom(zoom)}`
  const json = { ...renderResource(rendering, root, query, root.max_age), ...root.embedded }
  return { json, max_age: root.max_age, languages: [...rendering.languages] }
}

function toNode<Context>(loaded: LoadedResource<Context>): ResourceNode<Context> {
  return { ...loaded, embedded: {}, max_age: loaded.resource.max_age }
}

type Budget = { remaining: number }
type Collecting<Context> = Rendering<Context> & { languages: Set<string> }

async function embed<Context>(
  rendering: Collecting<Context>,
  parents: readonly ResourceNode<Context>[],
  zoom: Zoom,
  budget: Budget,
): Promise<void> {
  for (const [relation, inner] of zoom.relations) {
    const followed = parents.map(({ state }) => state.links.filter(({ rel }) => rel.toLowerCase() === relation))
    const refs = parents.flatMap(({ resource }, index) => at(followed, index).map((link) => targetOf(resource, link)))
    budget.remaining -= refs.length
    if (budget.remaining < 0) throw tooManyResources()
    const children = (await loadAll(rendering, refs)).map((child) => (typeof child === 'string' ? null : toNode(child)))
    await embed(
      rendering,
      children.filter((child) => child !== null),
      inner,
      budget,
    )
    let next = 0
    for (const [index, parent] of parents.entries()) {
      const links = at(followed, index)
      const own = children.slice(next, next + links.length).filter((child) => child !== null)
      next += links.length
      attachChildren(rendering, parent, { name: links[0]?.rel ?? relation, isEnd: inner.isEnd }, own)
    }
  }
}

/** A resource that does not end a path contains only its embedded resources, and is omitted if it has none. */
function attachChildren<Context>(
  rendering: Collecting<Context>,
  parent: ResourceNode<Context>,
  { name, isEnd }: { name: string; isEnd: boolean },
  children: readonly ResourceNode<Context>[],
): void {
  const attached = children.flatMap((child) => {
    if (!isEnd && Object.keys(child.embedded).length === 0) return []
    parent.max_age = Math.min(parent.max_age, child.max_age)
    if (!isEnd) return [child.embedded]
    return [Object.assign(renderResource(rendering, child, '', child.resource.max_age), child.embedded)]
  })
  if (attached.length > 0) parent.embedded[`_${name}`] = attached
}

/** Reads the resources that are not cached yet, with one `read` per kind. */
async function loadAll<Context>(
  { registry, context, cache }: Rendering<Context>,
  refs: readonly Ref[],
): Promise<(LoadedResource<Context> | Absence)[]> {
  const uris = refs.map((ref) => uriOf(registry, ref))
  const missing = new Map(refs.map((ref, index) => [at(uris, index), ref] as const).filter(([uri]) => !cache.has(uri)))
  for (const [name, entries] of Map.groupBy(missing, ([, ref]) => ref.name)) {
    const resource = resourceNamed(registry, name)
    const paramsList = entries.map(([, { params }]) => params)
    const states = await resource.read(context, paramsList)
    for (const [index, [uri, { params }]] of entries.entries()) {
      const state = at(states, index)
      if (typeof state === 'string') cache.set(uri, state)
      else if (state.params === undefined || hasParams(resource.path_parts, params, state.params))
        cache.set(uri, { uri, resource, state })
      else {
        const loaded = { uri: uriOf(registry, { name, params: state.params }), resource, state }
        cache.set(uri, loaded).set(loaded.uri, loaded)
      }
    }
  }
  return uris.map((uri) => cache.get(uri) ?? 'missing')
}

/** True if the parameters are canonical, and so is the URI. */
function hasParams(path_parts: readonly string[], params: Params, canonical: Params): boolean {
  return path_parts.every((part, index) => index % 2 === 0 || params[part] === canonical[part])
}

function renderResource<Context>(
  rendering: Collecting<Context>,
  { uri, resource, state }: ResourceNode<Context>,
  query: string,
  max_age: number,
): Record<string, unknown> {
  for (const language of state.languages ?? []) rendering.languages.add(language)
  return {
    self: { type: resource.type, uri: uri + query, href: rendering.base + uri + query, 'max-age': max_age },
    messages: (state.messages ?? []).map((message) => renderMessage(rendering, message)),
    links: state.links.map((link) => renderLink(rendering, resource, link)),
    ...state.data,
  }
}

export function renderMessage<Context>(
  { registry, base }: Pick<Rendering<Context>, 'registry' | 'base'>,
  { linked_to, blocks, ...message }: Message,
) {
  const uri = linked_to === undefined ? '' : uriOf(registry, linked_to)
  return {
    ...message,
    ...(linked_to !== undefined && {
      'linked-to': { type: resourceNamed(registry, linked_to.name).type, uri, href: base + uri },
    }),
    ...(blocks !== undefined && { blocks: { rel: blocks } }),
  }
}

function renderLink<Context>({ registry, base }: Rendering<Context>, resource: Resource<Context>, link: Link) {
  const target = targetOf(resource, link)
  const uri = uriOf(registry, target)
  // JSON omits undefined members.
  const type = isAction(link.rel) ? undefined : resourceNamed(registry, target.name).media_type
  return { rel: link.rel, rev: resource.relations[link.rel]?.rev, type, uri, href: base + uri }
}

function tooManyResources(): AppError {
  const detail = `zoom embeds more than ${MAX_RESOURCES} resources: shorten it, or request fewer pages.`
  return new AppError('malformed_query', [{ detail, parameter: 'zoom' }])
}
