import type { Locales } from '../../../kernel/text/languages.ts'

/** A hierarchy or a node of a release; `ancestors` are the nodes between both, from the root down. */
export type CategoryRow = {
  id: string
  hierarchy_id: string | null
  ancestors: readonly string[]
  name: string
  slug: string
  locales: Locales<'name'>
}

/** A category in documents and filters. `above` are the hierarchy and the ancestors, from the root down. */
export type Category = Pick<CategoryRow, 'id' | 'name' | 'slug' | 'locales'> & {
  path: string
  level: number
  above: readonly string[]
  has_children: boolean
}

export type Categories = {
  /** Hierarchies by id, like nodes. */
  hierarchies: ReadonlyMap<string, Category>
  nodes: ReadonlyMap<string, Category>
  /** Paths by level, with the nodes whose products each path contains. */
  levels: ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>
}

/** Separates the names in a path. */
const SEPARATOR = ' > '

/** A hierarchy is at level 0 and contains the products of its roots, a root is at level 1, and so on. */
export function arrangeCategories(rows: readonly CategoryRow[]): Categories {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const parents = new Set(rows.map((row) => aboveOf(row).at(-1)))
  const all = rows.map((row): Category => {
    const { id, name, slug, locales } = row
    const above = aboveOf(row)
    const path = [...above.map((one) => names.get(one) ?? ''), name].join(SEPARATOR)
    return { id, name, slug, locales, path, level: above.length, above, has_children: parents.has(id) }
  })
  const hierarchies = byId(all.filter(({ level }) => level === 0))
  const nodes = byId(all.filter(({ level }) => level > 0))
  return { hierarchies, nodes, levels: levelsOf({ hierarchies, nodes }) }
}

function aboveOf({ hierarchy_id, ancestors }: CategoryRow): string[] {
  return hierarchy_id === null ? [] : [hierarchy_id, ...ancestors]
}

function byId(categories: readonly Category[]): Map<string, Category> {
  return new Map(categories.map((one) => [one.id, one]))
}

function levelsOf({ hierarchies, nodes }: Omit<Categories, 'levels'>): Categories['levels'] {
  const levels = new Map<number, Map<string, string[]>>()
  const add = (level: number, path: string, id: string) => {
    const paths = levels.get(level) ?? new Map<string, string[]>()
    const ids = paths.get(path) ?? []
    ids.push(id)
    levels.set(level, paths.set(path, ids))
  }
  for (const { id, path, level, above } of nodes.values()) {
    add(level, path, id)
    if (level === 1) add(0, hierarchies.get(above[0] ?? '')?.path ?? '', id)
  }
  return levels
}

/** Category paths of a document: `lvl0`, `lvl1` and so on. */
export function pathsByLevel(categories: readonly Category[]): Record<string, string[]> {
  const steps = categories.flatMap(({ path }) => {
    const names = path.split(SEPARATOR)
    return names.map((_, level) => ({ level, path: names.slice(0, level + 1).join(SEPARATOR) }))
  })
  const levels = [...Map.groupBy(steps, ({ level }) => level)].sort(([one], [other]) => one - other)
  return Object.fromEntries(levels.map(([level, same]) => [`lvl${level}`, [...new Set(same.map(({ path }) => path))]]))
}
