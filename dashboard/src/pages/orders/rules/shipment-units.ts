type Item = { id: string; meta: { unshipped_quantity: number } }
type Shipment = { status: string; items: readonly { id: string; quantity: number }[] }
type Refund = { status: string; items?: readonly { id: string; quantity: number; shipped_quantity?: number }[] }

/** Units of each item for a new shipment: unshipped, in no pending shipment, and not in a pending refund. */
export function freeUnits(
  items: readonly Item[],
  shipments: readonly Shipment[],
  transactions: readonly Refund[],
): Record<string, number> {
  const planned = shipments.filter(isPending).flatMap((shipment) => shipment.items)
  const withdrawing = transactions
    .filter(isPending)
    .flatMap((refund) => refund.items ?? [])
    .map(({ id, quantity, shipped_quantity }) => ({ id, quantity: quantity - (shipped_quantity ?? quantity) }))
  const taken = [...planned, ...withdrawing]
  return Object.fromEntries(
    items.map(({ id, meta }) => {
      const used = taken.filter((one) => one.id === id).reduce((sum, one) => sum + one.quantity, 0)
      return [id, Math.max(0, meta.unshipped_quantity - used)]
    }),
  )
}

const isPending = ({ status }: { status: string }) => status === 'pending'
