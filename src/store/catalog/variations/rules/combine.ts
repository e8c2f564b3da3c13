/** Selects the combinations that become children. A combination is a list of option ids. */
export type BuildRules = { default: 'include' | 'exclude'; include?: string[][]; exclude?: string[][] }

type Identified = { id: string }

/** All combinations of one option per list, in order; null if there are more than `most`. */
export function combine<Option>(lists: readonly (readonly Option[])[], most: number): Option[][] | null {
  if (lists.length === 0) return []
  const total = lists.reduce((product, options) => product * options.length, 1)
  if (total > most) return null
  return lists.reduce<Option[][]>(
    (combinations, options) => combinations.flatMap((one) => options.map((option) => [...one, option])),
    [[]],
  )
}

/** True if a combination becomes a child. Rules match combinations with all of their options; `exclude` wins. */
export function isBuilt(combination: readonly Identified[], rules: BuildRules | null): boolean {
  if (rules === null) return true
  const ids = new Set(combination.map(({ id }) => id))
  const matches = (list: readonly (readonly string[])[] = []) =>
    list.some((rule) => rule.every((id) => ids.has(id.toLowerCase())))
  return (rules.default === 'include' || matches(rules.include)) && !matches(rules.exclude)
}

type Matrix = { [option_id: string]: Matrix | string }

/** Ids of children by the ids of their options, one level per variation. */
export function variationMatrix(children: readonly { id: string; option_ids: readonly string[] }[]): Matrix {
  const root: Matrix = {}
  for (const { id, option_ids } of children) {
    let level = root
    for (const option of option_ids.slice(0, -1)) {
      const next = level[option]
      const below: Matrix = typeof next === 'object' ? next : {}
      level[option] = below
      level = below
    }
    const last = option_ids.at(-1)
    if (last !== undefined) level[last] = id
  }
  return root
}
