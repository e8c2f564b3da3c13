/** The list with one of its entries at another place; the list itself when that place does not exist. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  const others = list.filter((_, at) => at !== from)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
