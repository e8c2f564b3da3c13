/** True if PostgreSQL refuses the values of a statement: invalid data, a violated constraint, an exceeded size. It always will. */
export function isDataRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:22|23|54)...$/.test(String(error.code))
}

/** An item that was not written, and the error of its last statement. */
export type Unwritten<Item> = { item: Item; error: unknown }

/**
 * Writes items in as few statements as possible: a batch whose values are refused is halved until only the items with such
 * values are left, so that they do not hold back the others. Never rejects; `write` must bear repetition, also of a part.
 */
export async function writeApart<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<unknown>,
): Promise<Unwritten<Item>[]> {
  try {
    await write(items)
    return []
  } catch (error) {
    if (items.length === 1 || !isDataRefused(error)) return items.map((item) => ({ item, error }))
    const middle = items.length >> 1
    const first = await writeApart(items.slice(0, middle), write)
    return [...first, ...(await writeApart(items.slice(middle), write))]
  }
}
