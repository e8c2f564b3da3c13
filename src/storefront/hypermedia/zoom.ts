import { AppError } from '../../kernel/errors.ts'

/**
 * What a client wants to have embedded: relations to follow, each with those to follow from there. Names of relations are
 * in lower case. A resource is shown in full where a path ends, and holds what it leads to otherwise.
 */
export type Zoom = { readonly ends: boolean; readonly below: ReadonlyMap<string, Zoom> }

export const NO_ZOOM: Zoom = { ends: true, below: new Map() }

/** Bounds of one `zoom`, wide enough for a page of a shop. */
export const MOST_BYTES = 8192
export const DEEPEST = 20
export const MOST_PATHS = 200

/** A relation may be written with letters, digits and `-` `_` `.`; what is nothing of that kind names none. */
const RELATION = /^[a-z0-9._-]+$/

/**
 * `rel:rel,rel` as a tree: paths that begin alike are one, and so are repeated ones. Empty paths and relations that cannot
 * be are passed over. Throws `malformed_query` that names the bound that is broken.
 */
export function parseZoom(text: string): Zoom {
  if (Buffer.byteLength(text) > MOST_BYTES) throw beyond(`longer than ${MOST_BYTES} bytes`)
  const paths = text
    .toLowerCase()
    .split(',')
    .map((path) => path.split(':').map((relation) => relation.trim()))
    .filter((path) => path.every((relation) => RELATION.test(relation)))
  if (paths.length > MOST_PATHS) throw beyond(`more than ${MOST_PATHS} paths`)
  if (paths.some(({ length }) => length > DEEPEST)) throw beyond(`a path of more than ${DEEPEST} relations`)
  return merge(paths, true)
}

function merge(paths: readonly (readonly string[])[], ends: boolean): Zoom {
  const groups = new Map<string, (readonly string[])[]>()
  for (const [relation, ...rest] of paths) {
    if (relation === undefined) continue
    const group = groups.get(relation)
    if (group === undefined) groups.set(relation, [rest])
    else group.push(rest)
  }
  // In one order, so that two zooms that ask for the same are answered the same, byte for byte.
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  const below = new Map(sorted.map(([relation, group]) => [relation, merge(group, isEnd(group))]))
  return { ends, below }
}

function isEnd(group: readonly (readonly string[])[]): boolean {
  return group.some(({ length }) => length === 0)
}

/** The paths of a tree, sorted: two zooms that ask for the same print the same. */
export function printZoom(zoom: Zoom): string {
  return pathsOf(zoom).sort().join(',')
}

function pathsOf({ below }: Zoom): string[] {
  return [...below].flatMap(([relation, inner]) => [
    ...(inner.ends ? [relation] : []),
    ...pathsOf(inner).map((path) => `${relation}:${path}`),
  ])
}

function beyond(what: string): AppError {
  return new AppError('malformed_query', [{ detail: `zoom is ${what}.`, parameter: 'zoom' }])
}
