/** The item at an index that is known to be there. Throws when it is not. */
export function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`There is no item ${index}.`)
  return item
}
