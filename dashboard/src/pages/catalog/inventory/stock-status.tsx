import { Status } from '../../../ui/status.tsx'

/** Threshold of "Few left". */
const FEW = 10

/** Availability in words; a product without an inventory is not tracked. */
export function StockStatus({ stock }: { stock: { available: number } | undefined }) {
  if (stock === undefined) return <Status tone="off">Not tracked</Status>
  if (stock.available <= 0) return <Status tone="failed">Out of stock</Status>
  return stock.available <= FEW ? <Status tone="warning">Few left</Status> : <Status tone="ok">In stock</Status>
}
