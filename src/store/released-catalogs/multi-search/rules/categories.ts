/** A hierarchy of a release, or a node of it; `ancestors` are those between both, from the root down. */
export type CategoryRow = {
  id: string
  hierarchy_id: string | null
  ancestors: readonly string[]
  name: string
  slug: string
}

/** A category as documents and filters name it. */
export type Category = { id: string; name: string; slug: string; path: string; level: number }

export type Categories = {
  /** Nodes by id. */
  nodes: ReadonlyMap<string, Category>
  /** Paths by level, each with the nodes whose products it has. */
  levels: ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>
}

/** Between the names of a path. */
const SEPARATOR = ' > '

/** A hierarchy is at level 0 and has the products of its roots, a root at level 1, and so on. */
export function arrangeCategories(rows: readonly CategoryRow[]): Categories {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const nodes = new Map<string, Category>()
  const levels = new Map<number, Map<string, string[]>>()
  const add = (level: number, path: string, id: string) => {
    const paths = levels.get(level) ?? new Map<string, string[]>()
    const ids = paths.get(path) ?? []
    ids.push(id)
    levels.set(level, paths.set(path, ids))
  }
  for (const { id, hierarchy_id, ancestors, name, slug } of rows) {
    if (hierarchy_id === null) continue
    const above = [hierarchy_id, ...ancestors].map((one) => names.get(one) ?? '')
    const category = { id, name, slug, path: [...above, name].join(SEPARATOR), level: above.length }
    nodes.set(id, category)
    add(category.level, category.path, id)
    if (category.level === 1) add(0, above.join(SEPARATOR), id)
  }
  return { nodes, levels }
}

/** What a document says of its categories: `lvl0`, `lvl1` and so on, with the paths that it is in. */
export function pathsByLevel(categories: readonly Category[]): Record<string, string[]> {
  const steps = categories.flatMap(({ path }) => {
    const names = path.split(SEPARATOR)
    return names.map((_, level) => ({ level, path: names.slice(0, level + 1).join(SEPARATOR) }))
  })
  const levels = [...Map.groupBy(steps, ({ level }) => level)].sort(([one], [other]) => one - other)
  return Object.fromEntries(levels.map(([level, same]) => [`lvl${level}`, [...new Set(same.map(({ path }) => path))]]))
}
