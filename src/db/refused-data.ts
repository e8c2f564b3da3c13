/**
 * True if PostgreSQL rejects the values of a statement: invalid data, a violated constraint, an exceeded size. Retrying
 * cannot help.
 */
export function isDataRejected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:22|23|54)...$/.test(String(error.code))
}

/** An item that could not be written, and the error of its last statement. */
export type Unwritten<Item> = { item: Item; error: unknown }

/**
 * Writes items in as few statements as possible. Halves a rejected batch until only the invalid items are left, so that
 * they do not block the others. Never rejects. `write` must be repeatable, also for a part of the items.
 */
export async function writeSplitting<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<unknown>,
): Promise<Unwritten<Item>[]> {
  try {
    await write(items)
    return []
  } catch (error) {
    if (items.length === 1 || !isDataRejected(error)) return items.map((item) => ({ item, error }))
    const middle = items.length >> 1
    const first = await writeSplitting(items.slice(0, middle), write)
    return [...first, ...(await writeSplitting(items.slice(middle), write))]
  }
}
