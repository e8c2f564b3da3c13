import type { Mask } from './lists.ts'

/** A facet of a result: something that narrows it. Labels are empty for what the store does not name. */
export type Facet = { name: string; label: string; values: FacetValue[] }

/** `count` is the number of results when only this value of the facet is in use. */
export type FacetValue = { value: string; label: string; count: number; is_chosen: boolean }

/** Values of a facet, the most frequent first; those in use are never left out. */
const MAX_VALUES = 100
/** Options of which there are facets, the most frequent first. */
const MAX_OPTIONS = 50

/**
 * For each of the masks the matches that are in all others, and last the matches that are in all masks. `positions` are
 * those of the matches.
 */
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

/** The values that matches have, or that are in use, the most frequent first. Null without any. */
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

/** Facets of options, those that most matches have first; those in use are never left out. */
export function sortOptions(facets: readonly Facet[]): Facet[] {
  const total = ({ values }: Facet) => values.reduce((sum, { count }) => sum + count, 0)
  return facets
    .toSorted((one, other) => total(other) - total(one) || compareText(one.name, other.name))
    .filter(({ values }, index) => index < MAX_OPTIONS || values.some(({ is_chosen }) => is_chosen))
}

/** By code units: the same on every machine. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
