import type { Cart } from '../../generated/schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'

export function TotalsSection({ cart: { meta, country } }: { cart: Cart }) {
  const { without_tax, tax, discount, with_tax } = meta.display_price
  return (
    <Section
      title="Totals"
      {...(country === null
        ? { description: 'Tax is computed once the cart has a country, at the latest at checkout.' }
        : {})}
    >
      <KeyValue
        align="end"
        items={[
          { label: 'Discounts, included', value: <Money {...discount} /> },
          { label: 'Without tax', value: <Money {...without_tax} /> },
          { label: 'Tax', value: <Money {...tax} /> },
          {
            label: 'Total',
            value: (
              <strong>
                <Money {...with_tax} />
              </strong>
            ),
          },
        ]}
      />
    </Section>
  )
}
