/** The value that this share of the values lies below; 0 if empty. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
