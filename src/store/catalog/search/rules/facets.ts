import type { Mask } from './lists.ts'

/** A facet that narrows a result. Its label is empty if the store does not name it. */
export type Facet = { name: string; label: string; values: FacetValue[] }

/** `count` is the number of results if only this value of the facet is chosen. */
export type FacetValue = { value: string; label: string; count: number; is_chosen: boolean }

/** Values per facet, most frequent first; chosen values are never dropped. */
const MAX_VALUES = 100
/** Option facets, most frequent first. */
const MAX_OPTIONS = 50

/** Returns, per mask, the positions that are in all other masks; last, the positions that are in all masks. */
export function withoutEach(positions: Uint32Array, masks: readonly Mask[], size: number): Mask[] {
  const without = Array.from({ length: masks.length + 1 }, () => new Uint8Array(size))
  for (const position of positions) {
    let missed = 0
    let last_missed = -1
    for (let index = 0; index < masks.length; index += 1) {
      if (masks[index]?.[position] === 1) continue
      missed += 1
      last_missed = index
    }
    if (missed === 0) for (const mask of without) mask[position] = 1
    else if (missed === 1) without[last_missed]?.fill(1, position, position + 1)
  }
  return without
}

/** Keeps values that have matches or are chosen, most frequent first. Null if there are none. */
export function facetOf({ name, label, values }: Facet): Facet | null {
  const shown = values
    .filter(({ count, is_chosen }) => count > 0 || is_chosen)
    .sort(
      (one, other) =>
        other.count - one.count || compareText(one.label, other.label) || compareText(one.value, other.value),
    )
    .filter(({ is_chosen }, index) => index < MAX_VALUES || is_chosen)
  return shown.length === 0 ? null : { name, label, values: shown }
}

/** Sorts facets of options by their number of matches; facets with a chosen value are never dropped. */
export function sortOptions(facets: readonly Facet[]): Facet[] {
  const total = ({ values }: Facet) => values.reduce((sum, { count }) => sum + count, 0)
  return facets
    .toSorted((one, other) => total(other) - total(one) || compareText(one.name, other.name))
    .filter(({ values }, index) => index < MAX_OPTIONS || values.some(({ is_chosen }) => is_chosen))
}

/** Compares code units, so that the order is the same on every machine. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
