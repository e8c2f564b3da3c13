import { useParam } from '../../../kit/address-state.ts'
import { Loaded } from '../../../kit/states.tsx'
import { useItems, useOrder, useShipment } from '../reads.ts'
import { ItemName } from './item-name.tsx'
import classes from './print.module.css'
import { PrintSheet } from './print-sheet.tsx'

/** Contents of a shipment, without prices. */
export function PackingSlipPage() {
  const order_id = useParam('order')
  const order = useOrder(order_id)
  const items = useItems(order_id)
  const shipment = useShipment(order_id, useParam('shipment'))
  return (
    <Loaded query={order} what="order">
      {({ data: of }) => (
        <Loaded query={items} what="list of items">
          {({ data: lines }) => (
            <Loaded query={shipment} what="shipment">
              {({ data: { carrier, tracking_number, items: units } }) => (
                <PrintSheet title="Packing slip" order={of} addresses={{ 'Ship to': of.shipping_address }}>
                  <table className={classes.lines}>
                    <thead>
                      <tr>
                        <th className={classes.number}>Units</th>
                        <th>Item</th>
                      </tr>
                    </thead>
                    <tbody>
                      {units.map(({ id, quantity }) => (
                        <tr key={id}>
                          <td className={classes.number}>{quantity}</td>
                          <td>
                            <ItemName item={lines.find((line) => line.id === id)} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                  <p>{[carrier, tracking_number, of.shipping_address.instructions].filter(Boolean).join(' · ')}</p>
                </PrintSheet>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
