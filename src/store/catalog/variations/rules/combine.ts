/** Which combinations of options become children. Combinations are lists of ids of options. */
export type BuildRules = { default: 'include' | 'exclude'; include?: string[][]; exclude?: string[][] }

type Identified = { id: string }

/** All combinations of one option of each list, in order; null when they are more than `most`. */
export function combine<Option>(lists: readonly (readonly Option[])[], most: number): Option[][] | null {
  if (lists.length === 0) return []
  const total = lists.reduce((product, options) => product * options.length, 1)
  if (total > most) return null
  return lists.reduce<Option[][]>(
    (combinations, options) => combinations.flatMap((one) => options.map((option) => [...one, option])),
    [[]],
  )
}

/** Whether a combination becomes a child. A rule matches combinations that have all of its options; `exclude` outranks. */
export function isBuilt(combination: readonly Identified[], rules: BuildRules | null): boolean {
  if (rules === null) return true
  const ids = new Set(combination.map(({ id }) => id))
  const matches = (list: readonly (readonly string[])[] = []) =>
    list.some((rule) => rule.every((id) => ids.has(id.toLowerCase())))
  return (rules.default === 'include' || matches(rules.include)) && !matches(rules.exclude)
}

type Matrix = { [option_id: string]: Matrix | string }

/** The ids of children by the ids of their options, one level for each variation. */
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
