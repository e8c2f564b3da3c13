import { at } from '../../kernel/at.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import {
  type Absent,
  type Body,
  type Link,
  type Message,
  type Ref,
  type Registry,
  type Resource,
  resourceNamed,
  targetOf,
  uriOf,
} from './resource.ts'
import { printZoom, type Zoom } from './zoom.ts'

/** Resources that one answer may hold. */
export const MOST_RESOURCES = 20_000

export type Representation = { json: Record<string, unknown>; max_age: number }

/** One request's reading: what was read is not read again. `base` is what addresses begin with, without a slash at its end. */
export type Reading<Context> = {
  registry: Registry<Context>
  context: Context
  base: string
  known: Map<string, Known<Context> | Absent>
}

/** A resource as it was read, at its own address. */
type Known<Context> = { uri: string; resource: Resource<Context>; body: Body }

/** A resource in an answer: what is known of it, and what was embedded in it. */
type Shown<Context> = Known<Context> & { embedded: Record<string, unknown[]>; max_age: number }

/**
 * A resource with what the zoom asks for embedded in it. Relations are followed level by level, all resources of a kind at
 * once. What is not there is left out; only the resource itself has to be. Throws `not_found`, `forbidden`, and
 * `malformed_query` when it comes to more resources than the bound.
 */
export async function represent<Context>(reading: Reading<Context>, ref: Ref, zoom: Zoom): Promise<Representation> {
  const [found = 'missing'] = await readAll(reading, [ref])
  if (found === 'missing') throw notFound(ref.name)
  if (found === 'forbidden') throw new AppError('forbidden', [{ detail: `This ${ref.name} is somebody else's.` }])
  const root = unembedded(found)
  await embed(reading, [root], zoom, { left: MOST_RESOURCES })
  const echo = zoom.below.size === 0 ? '' : `?zoom=${printZoom(zoom)}`
  return { json: { ...framed(reading, root, echo, root.max_age), ...root.embedded }, max_age: root.max_age }
}

function unembedded<Context>(known: Known<Context>): Shown<Context> {
  return { ...known, embedded: {}, max_age: known.resource.max_age }
}

type Budget = { left: number }

/** Follows the zoom from all of these at once. */
async function embed<Context>(
  reading: Reading<Context>,
  parents: readonly Shown<Context>[],
  zoom: Zoom,
  budget: Budget,
): Promise<void> {
  for (const [relation, inner] of zoom.below) {
    const followed = parents.map(({ body }) => body.links.filter(({ rel }) => rel.toLowerCase() === relation))
    const refs = parents.flatMap(({ resource }, index) => at(followed, index).map((link) => targetOf(resource, link)))
    budget.left -= refs.length
    if (budget.left < 0) throw tooMany()
    const children = await readShown(reading, refs)
    await embed(
      reading,
      children.filter((child) => child !== null),
      inner,
      budget,
    )
    let next = 0
    for (const [index, parent] of parents.entries()) {
      const links = at(followed, index)
      const own = children.slice(next, next + links.length).filter((child) => child !== null)
      next += links.length
      place(reading, parent, { name: links[0]?.rel ?? relation, ends: inner.ends }, own)
    }
  }
}

/** Where no path ends, a resource holds only what it leads to, and is left out when that is nothing. */
function place<Context>(
  reading: Reading<Context>,
  parent: Shown<Context>,
  { name, ends }: { name: string; ends: boolean },
  children: readonly Shown<Context>[],
): void {
  const shown = children.flatMap((child) => {
    if (!ends && Object.keys(child.embedded).length === 0) return []
    parent.max_age = Math.min(parent.max_age, child.max_age)
    if (!ends) return [child.embedded]
    return [Object.assign(framed(reading, child, '', child.resource.max_age), child.embedded)]
  })
  if (shown.length > 0) parent.embedded[`_${name}`] = shown
}

async function readShown<Context>(reading: Reading<Context>, refs: readonly Ref[]): Promise<(Shown<Context> | null)[]> {
  const found = await readAll(reading, refs)
  return found.map((one) => (typeof one === 'string' ? null : unembedded(one)))
}

/** One reading for each kind of resource among them. */
async function readAll<Context>(
  { registry, context, known }: Reading<Context>,
  refs: readonly Ref[],
): Promise<(Known<Context> | Absent)[]> {
  const uris = refs.map((ref) => uriOf(registry, ref))
  const unknown = new Map(refs.map((ref, index) => [at(uris, index), ref] as const).filter(([uri]) => !known.has(uri)))
  for (const [name, entries] of Map.groupBy(unknown, ([, ref]) => ref.name)) {
    const resource = resourceNamed(registry, name)
    const addresses = entries.map(([, { params }]) => params)
    const bodies = await resource.read(context, addresses)
    for (const [index, [uri]] of entries.entries()) {
      const body = at(bodies, index)
      if (typeof body === 'string') known.set(uri, body)
      else {
        const own = body.params === undefined ? uri : uriOf(registry, { name, params: body.params })
        const found = { uri: own, resource, body }
        known.set(uri, found).set(own, found)
      }
    }
  }
  return uris.map((uri) => known.get(uri) ?? 'missing')
}

/** The members that every resource has, then its own. */
function framed<Context>(
  reading: Reading<Context>,
  { uri, resource, body }: Shown<Context>,
  echo: string,
  max_age: number,
): Record<string, unknown> {
  return {
    self: { type: resource.type, uri: uri + echo, href: reading.base + uri + echo, 'max-age': max_age },
    messages: (body.messages ?? []).map((message) => shownMessage(reading, message)),
    links: body.links.map((link) => shownLink(reading, resource, link)),
    ...body.data,
  }
}

/** With the address where it can be mended. */
export function shownMessage<Context>(
  { registry, base }: Pick<Reading<Context>, 'registry' | 'base'>,
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

function shownLink<Context>({ registry, base }: Reading<Context>, resource: Resource<Context>, link: Link) {
  const target = targetOf(resource, link)
  const uri = uriOf(registry, target)
  // What is undefined is not in the answer.
  const type = link.rel.endsWith('action') ? undefined : resourceNamed(registry, target.name).type
  return { rel: link.rel, rev: link.rev, type, uri, href: base + uri }
}

function tooMany(): AppError {
  const detail = `zoom comes to more than ${MOST_RESOURCES} resources: ask for fewer, or for a part of the pages.`
  return new AppError('malformed_query', [{ detail, parameter: 'zoom' }])
}
