import { LRUCache } from 'lru-cache'
import { AppError } from '../../kernel/errors.ts'

/**
 * A tree of relations to embed (in lower case), each with the relations to follow from there. A resource is embedded in
 * full if a path ends at it; otherwise it contains only its embedded resources.
 */
export type Zoom = { readonly isEnd: boolean; readonly relations: ReadonlyMap<string, Zoom> }

export const NO_ZOOM: Zoom = { isEnd: true, relations: new Map() }

/** Maximum size of a `zoom` in bytes, large enough for a page of a shop. @operator */
export const MAX_ZOOM_BYTES = 8192
export const MAX_ZOOM_DEPTH = 20
export const MAX_ZOOM_PATHS = 200

const RELATION = /^[a-z0-9._-]+$/

/**
 * Parses `rel:rel,rel` into a tree: common prefixes and repeated paths are merged. Empty and invalid paths are ignored.
 * Throws `malformed_query` that names the exceeded limit.
 */
export function parseZoom(text: string): Zoom {
  const known = zooms.get(text)
  if (known !== undefined) return known
  const zoom = parse(text)
  zooms.set(text, zoom)
  return zoom
}

/** Clients repeat the same few zooms. */
const zooms = new LRUCache<string, Zoom>({ maxSize: 500_000, sizeCalculation: (_, text) => text.length + 1 })
const printed = new WeakMap<Zoom, string>()

function parse(text: string): Zoom {
  if (Buffer.byteLength(text) > MAX_ZOOM_BYTES) throw zoomTooLarge(`longer than ${MAX_ZOOM_BYTES} bytes`)
  const paths = text
    .toLowerCase()
    .split(',')
    .map((path) => path.split(':').map((relation) => relation.trim()))
    .filter((path) => path.every((relation) => RELATION.test(relation)))
  if (paths.length > MAX_ZOOM_PATHS) throw zoomTooLarge(`more than ${MAX_ZOOM_PATHS} paths`)
  if (paths.some(({ length }) => length > MAX_ZOOM_DEPTH))
    throw zoomTooLarge(`a path of more than ${MAX_ZOOM_DEPTH} relations`)
  return merge(paths, true)
}

function merge(paths: readonly (readonly string[])[], isEnd: boolean): Zoom {
  const groups = new Map<string, (readonly string[])[]>()
  for (const [relation, ...rest] of paths) {
    if (relation === undefined) continue
    const group = groups.get(relation)
    if (group === undefined) groups.set(relation, [rest])
    else group.push(rest)
  }
  // Sorted, so that equal zooms have byte-for-byte equal responses.
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  return { isEnd, relations: new Map(sorted.map(([relation, group]) => [relation, merge(group, hasEnd(group))])) }
}

function hasEnd(group: readonly (readonly string[])[]): boolean {
  return group.some(({ length }) => length === 0)
}

/** The sorted paths, so that equal zooms have equal texts. */
export function printZoom(zoom: Zoom): string {
  const known = printed.get(zoom)
  if (known !== undefined) return known
  const text = zoomPaths(zoom).sort().join(',')
  printed.set(zoom, text)
  return text
}

function zoomPaths({ relations }: Zoom): string[] {
  return [...relations].flatMap(([relation, inner]) => [
    ...(inner.isEnd ? [relation] : []),
    ...zoomPaths(inner).map((path) => `${relation}:${path}`),
  ])
}

function zoomTooLarge(what: string): AppError {
  return new AppError('malformed_query', [{ detail: `zoom is ${what}.`, parameter: 'zoom' }])
}
