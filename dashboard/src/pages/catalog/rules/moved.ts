/** Copy of the list with an entry moved; an unchanged copy if the target index does not exist. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  const others = list.filter((_, at) => at !== from)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
