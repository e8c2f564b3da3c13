type Matrix = { [option_id: string]: Matrix | string }
type Variation = { options: readonly { id: string }[] }

/** A build with the children that are published and the options that they have: the others are not for shoppers yet. */
export function publishedBuild<Of extends Variation>(
  { variations, variation_matrix }: { variations: readonly Of[]; variation_matrix: object },
  child_ids: readonly string[],
) {
  const matrix = pruned(variation_matrix as Matrix, new Set(child_ids))
  const used = new Set(optionsOf(matrix))
  const shown = variations.map((one) => ({ ...one, options: one.options.filter(({ id }) => used.has(id)) }))
  return { variations: shown, variation_matrix: matrix }
}

/** Without other leaves, and without options that lead to none. */
function pruned(matrix: Matrix, ids: ReadonlySet<string>): Matrix {
  const kept = Object.entries(matrix).flatMap(([option_id, below]): [string, Matrix | string][] => {
    if (typeof below === 'string') return ids.has(below) ? [[option_id, below]] : []
    const inner = pruned(below, ids)
    return Object.keys(inner).length === 0 ? [] : [[option_id, inner]]
  })
  return Object.fromEntries(kept)
}

function optionsOf(matrix: Matrix): string[] {
  return Object.entries(matrix).flatMap(([option_id, below]) =>
    typeof below === 'string' ? [option_id] : [option_id, ...optionsOf(below)],
  )
}
