import type { Order } from '../../generated/schema.ts'
import { addressLines } from '../../kit/values/address-lines.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import classes from './order.module.css'

export function AddressesSection({ order: { shipping_address, billing_address } }: { order: Order }) {
  const shipping = addressLines(shipping_address)
  const billing = addressLines(billing_address)
  const isSame = shipping.join('\n') === billing.join('\n')
  return (
    <Section title="Addresses">
      <KeyValue
        items={[
          { label: 'Shipping', value: <Lines lines={shipping} />, ...hintOf(shipping_address) },
          { label: 'Billing', value: isSame ? 'The same' : <Lines lines={billing} /> },
        ]}
      />
    </Section>
  )
}

function hintOf({ phone_number, instructions }: Order['shipping_address']): { hint?: string } {
  const hint = [phone_number, instructions].filter((part) => part !== '').join(', ')
  return hint === '' ? {} : { hint }
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <address className={classes.address}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  )
}
