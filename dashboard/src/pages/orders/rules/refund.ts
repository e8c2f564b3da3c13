/** The line of an order, as far as refunds of its units depend on it. */
export type RefundableItem = {
  id: string
  name: string
  sku: string
  quantity: number
  meta: { refunded_quantity: number; display_price: { with_tax: { value: { amount: number } } } }
}

/** One line of the preview: what a number of units more gives back. */
export type RefundLine<Item extends RefundableItem> = { item: Item; units: number; amount: number }

/** Units that have not been refunded. */
export function remainingUnits({ quantity, meta }: RefundableItem): number {
  return quantity - meta.refunded_quantity
}

/**
 * What the API gives for these units, as docs/guides/orders.md has it: the share of all units of the line that are refunded
 * by then, rounded half up, less what was refunded before. All units of a line add up to exactly its amount.
 */
export function refundOf(item: RefundableItem, units: number): number {
  const { refunded_quantity } = item.meta
  return shareOf(item, refunded_quantity + units) - shareOf(item, refunded_quantity)
}

/** Each unit that is left, in turn: 333, 334, 333 of 1000. */
export function refundPerUnit(item: RefundableItem): number[] {
  const { refunded_quantity } = item.meta
  return Array.from({ length: remainingUnits(item) }, (_, index) => {
    const before = refunded_quantity + index
    return shareOf(item, before + 1) - shareOf(item, before)
  })
}

function shareOf({ quantity, meta }: RefundableItem, units: number): number {
  const total = BigInt(meta.display_price.with_tax.value.amount)
  const [count, by] = [BigInt(quantity), 2n * BigInt(quantity)]
  return Number((2n * total * BigInt(units) + count) / by)
}

export function refundLines<Item extends RefundableItem>(
  items: readonly Item[],
  units: Readonly<Record<string, number>>,
): RefundLine<Item>[] {
  return items.flatMap((item) => {
    const chosen = units[item.id] ?? 0
    return chosen > 0 ? [{ item, units: chosen, amount: refundOf(item, chosen) }] : []
  })
}
