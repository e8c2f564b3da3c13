type Item = { id: string; quantity: number; product_id: string }
type Shipment = { status: string; items: readonly { id: string; quantity: number }[] }

/** Unshipped units of each item. Cancelled shipments free their units; custom items are not shipped. */
export function freeUnits(items: readonly Item[], shipments: readonly Shipment[]): Record<string, number> {
  const taken = shipments.filter(({ status }) => status !== 'cancelled').flatMap((shipment) => shipment.items)
  return Object.fromEntries(
    items.map(({ id, quantity, product_id }) => {
      const used = taken.filter((one) => one.id === id).reduce((sum, one) => sum + one.quantity, 0)
      return [id, product_id === '' ? 0 : Math.max(0, quantity - used)]
    }),
  )
}
