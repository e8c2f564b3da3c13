import type { Order, OrderItem } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { formatRate } from '../../../kit/values/money.ts'
import { useItems, useOrder } from '../reads.ts'
import { ItemName } from './item-name.tsx'
import classes from './print.module.css'
import { PrintSheet } from './print-sheet.tsx'

/** Lines, taxes and payments of an order, as frozen at checkout. */
export function InvoicePage() {
  const order_id = useParam('order')
  const order = useOrder(order_id)
  const items = useItems(order_id)
  return (
    <Loaded query={order} what="order">
      {({ data }) => (
        <Loaded query={items} what="list of items">
          {({ data: lines }) => (
            <PrintSheet
              title="Invoice"
              order={data}
              addresses={{ 'Bill to': data.billing_address, 'Ship to': data.shipping_address }}
            >
              <Lines order={data} items={lines} />
            </PrintSheet>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Lines({ order, items }: { order: Order; items: readonly OrderItem[] }) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th>Item</th>
          <th className={classes.number}>Units</th>
          <th className={classes.number}>Discount</th>
          <th className={classes.number}>Tax</th>
          <th className={classes.number}>Total with tax</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <ItemName item={item} />
            </td>
            <td className={classes.number}>{item.quantity}</td>
            <td className={classes.number}>
              <Money {...item.meta.display_price.discount.value} />
            </td>
            <td className={classes.number}>
              <Money {...item.meta.display_price.tax.value} />
              {item.meta.taxes.map(({ name, rate_ppm }) => (
                <div key={`${name} ${rate_ppm}`}>
                  <small>{[name, rate_ppm === null ? '' : formatRate(rate_ppm)].filter(Boolean).join(', ')}</small>
                </div>
              ))}
            </td>
            <td className={classes.number}>
              <Money {...item.meta.display_price.with_tax.value} />
            </td>
          </tr>
        ))}
      </tbody>
      <Totals order={order} />
    </table>
  )
}

function Totals({ order: { meta, shipping_option } }: { order: Order }) {
  const { shipping, without_tax, tax, with_tax, paid, refunded, balance_owing } = meta.display_price
  const rows = [
    [`Shipping${shipping_option === null ? '' : `: ${shipping_option.name}`}`, shipping],
    ['Total without tax', without_tax],
    ['Tax', tax],
    ['Total', with_tax],
    ['Paid', paid],
    ...(refunded.amount > 0 ? [['Refunded', refunded] as const] : []),
    ...(balance_owing.amount > 0 ? [['Outstanding', balance_owing] as const] : []),
  ] as const
  return (
    <tfoot>
      {rows.map(([label, amount]) => (
        <tr key={label} className={label === 'Total' ? classes.sum : undefined}>
          <th colSpan={4} scope="row" className={classes.number}>
            {label}
          </th>
          <td className={classes.number}>
            <Money {...amount} />
          </td>
        </tr>
      ))}
    </tfoot>
  )
}
