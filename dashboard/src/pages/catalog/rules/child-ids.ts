/** Ids of the children in a matrix of any depth. */
export function childIds(matrix: object): string[] {
  return Object.values(matrix).flatMap((one: unknown) =>
    typeof one === 'string' ? [one] : typeof one === 'object' && one !== null ? childIds(one) : [],
  )
}
