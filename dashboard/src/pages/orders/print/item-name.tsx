import type { OrderItem } from '../../../generated/schema.ts'
import { customInputLines } from '../rules/custom-inputs.ts'

/** Name, SKU and custom inputs of an item in print. */
export function ItemName({ item }: { item: OrderItem | undefined }) {
  if (item === undefined) return null
  return (
    <>
      <div>{item.name}</div>
      <small>{[item.sku, ...customInputLines(item.custom_inputs)].filter(Boolean).join(' · ')}</small>
    </>
  )
}
