type Matrix = { [option_id: string]: Matrix | string }
type Variation = { options: readonly { id: string }[] }

/** Reduces a build to published children and their options, since shoppers must not see others yet. */
export function publishedBuild<Of extends Variation>(
  { variations, variation_matrix }: { variations: readonly Of[]; variation_matrix: object },
  child_ids: readonly string[],
) {
  const matrix = prune(variation_matrix as Matrix, new Set(child_ids))
  const used = new Set(optionsOf(matrix))
  const shown = variations.map((one) => ({ ...one, options: one.options.filter(({ id }) => used.has(id)) }))
  return { variations: shown, variation_matrix: matrix }
}

/** Drops other children, and options without children. */
function prune(matrix: Matrix, ids: ReadonlySet<string>): Matrix {
  const entries = Object.entries(matrix).flatMap(([option_id, below]): [string, Matrix | string][] => {
    if (typeof below === 'string') return ids.has(below) ? [[option_id, below]] : []
    const inner = prune(below, ids)
    return Object.keys(inner).length === 0 ? [] : [[option_id, inner]]
  })
  return Object.fromEntries(entries)
}

function optionsOf(matrix: Matrix): string[] {
  return Object.entries(matrix).flatMap(([option_id, below]) =>
    typeof below === 'string' ? [option_id] : [option_id, ...optionsOf(below)],
  )
}
