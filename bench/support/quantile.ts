/** The value below which this share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
