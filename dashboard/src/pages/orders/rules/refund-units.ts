/** Units of an item that are left to refund; `planned` ones are unshipped and in pending shipments. */
export type RefundLine = { remaining: number; unshipped: number; planned: number }

/** Units to refund; `shipped_quantity` only where shipped and unshipped ones are left. */
export type ChosenUnit = { quantity: number; shipped_quantity?: number }

export function isMixed({ remaining, unshipped }: RefundLine): boolean {
  return unshipped > 0 && unshipped < remaining
}

/** Least and greatest number of shipped units among those to refund. */
export function shippedLimits({ remaining, unshipped, planned }: RefundLine, quantity: number): [number, number] {
  return [Math.max(0, quantity - (unshipped - planned)), Math.min(quantity, remaining - unshipped)]
}

/** Chooses units, with the requested number of shipped ones as far as possible, by default the least. */
export function chooseUnits(line: RefundLine, quantity: number, shipped = 0): ChosenUnit {
  if (!isMixed(line)) return { quantity }
  const [least, most] = shippedLimits(line, quantity)
  return { quantity, shipped_quantity: Math.min(most, Math.max(least, shipped)) }
}

/** Words for the kinds of units that are left; empty if all of them were shipped, or none. */
export function kindsLeft(line: RefundLine): string {
  const { remaining, unshipped, planned } = line
  const kinds = isMixed(line) ? [`${remaining - unshipped} shipped`, `${unshipped} not shipped`] : []
  return [...kinds, ...(planned > 0 ? [`${planned} in pending shipments: cancel these first`] : [])].join(', ')
}
