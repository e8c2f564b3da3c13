/** The item at an index that must exist. Throws a `RangeError` otherwise. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`There is no item ${index}.`)
  return item
}
