import type { Inventory } from '../../../generated/schema.ts'
import classes from '../catalogs/catalog.module.css'
import { StockStatus } from './stock-status.tsx'

/** Stock levels of a product: available = on hand - allocated. */
export function ScrapedMetrics({ stock }: { stock: Inventory }) {
  const metrics = [
    { label: 'Available', value: stock.available },
    { label: 'Allocated to orders', value: stock.allocated },
    { label: 'On hand', value: stock.on_hand },
  ]
  return (
    <dl className={classes.metrics}>
      {metrics.map(({ label, value }, at) => (
        <div key={label} className={classes.metric}>
          <dt>{label}</dt>
          <dd>
            {value.toLocaleString('en-US')}
            {at === 0 && <StockStatus stock={stock} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
