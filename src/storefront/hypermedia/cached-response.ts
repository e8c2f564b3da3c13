import { type Params, type Ref, type Registry, resourceNamed } from './resource.ts'
import { printZoom, type Zoom } from './zoom.ts'

/** A response as sent. `languages` (BCP 47) are those of its texts. */
export type CachedText = { text: string; languages: string[] }

export type ResponseCache = {
  /**
   * The ETag of a response that depends on these values and on the request's view of the catalog, and on nothing else.
   */
  tagOf(depends_on: readonly unknown[]): string
  /** True if the response is the same for all shoppers who have not logged in. */
  is_public: boolean
  /** The response with this ETag. Among concurrent requests, only the first calls `make`. */
  get(etag: string, make: () => Promise<CachedText>): Promise<CachedText>
}

/** A cacheable response, whose ETag is known before its data are read. */
export type CachedResponse = {
  etag: string
  cache_control: string
  get(make: () => Promise<CachedText>): Promise<CachedText>
}

type Requested = { ref: Ref; zoom: Zoom; base: string }

/** Null unless the resource and all embedded resources are `cached`. */
export async function cachedResponse<Context>(
  registry: Registry<Context>,
  { ref, zoom, base }: Requested,
  open: () => Promise<ResponseCache>,
): Promise<CachedResponse | null> {
  const max_age = cacheAge(registry, ref, zoom)
  if (max_age === null) return null
  const { tagOf, is_public, get } = await open()
  const etag = tagOf([base, ref, printZoom(zoom)])
  return { etag, cache_control: cacheControl(max_age, is_public), get: (make) => get(etag, make) }
}

/** The minimum `max_age` of the resource and all embedded resources; null unless all of them are cached. */
function cacheAge<Context>(registry: Registry<Context>, { name, params }: Ref, zoom: Zoom): number | null {
  const { cached = false, max_age, relations } = resourceNamed(registry, name)
  if (!isCachedFor(cached, params)) return null
  const inner = [...zoom.relations].flatMap(([relation, rest]) => {
    const [, found] = Object.entries(relations).find(([rel]) => rel.toLowerCase() === relation) ?? []
    return [found?.to ?? []].flat().map((kind) => cacheAge(registry, { name: kind, params }, rest))
  })
  const ages = inner.filter((age) => age !== null)
  return ages.length < inner.length ? null : Math.min(max_age, ...ages)
}

function isCachedFor(cached: boolean | ((params: Params) => boolean), params: Params): boolean {
  return typeof cached === 'boolean' ? cached : cached(params)
}

/** Shared caches must revalidate before each use, so that they do not add to the age in a shopper's own cache. */
function cacheControl(max_age: number, is_public: boolean): string {
  const scope = is_public ? 'public' : 'private'
  if (max_age === 0) return `${scope}, no-cache`
  return `${scope}, no-transform, max-age=${max_age}${is_public ? ', s-maxage=0' : ''}`
}
