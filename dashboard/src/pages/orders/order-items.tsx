import { Text } from '@mantine/core'
import type { Order, OrderItem } from '../../generated/schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { formatRate } from '../../kit/values/money.ts'
import type { Paths } from '../../paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import classes from './order.module.css'
import { useItems } from './reads.ts'
import { customInputLines } from './rules/custom-inputs.ts'

/** Items at the prices frozen at checkout. */
export function ItemsSection({ order }: { order: Order }) {
  const paths = usePaths()
  const query = useItems(order.id)
  return (
    <Section title="Items" flush>
      <Loaded query={query} what="list of items">
        {({ data }) => <Rows label="Items" rows={data} columns={columns(paths)} keyOf={({ id }) => id} />}
      </Loaded>
      <Totals order={order} />
    </Section>
  )
}

const columns = (paths: Paths): readonly RowsColumn<OrderItem>[] => [
  {
    header: 'Item',
    width: 'minmax(0, 2.4fr)',
    cell: (item) => <Name item={item} paths={paths} />,
  },
  { header: 'Units', align: 'end', width: '96px', cell: (item) => <Units item={item} /> },
  {
    header: 'Each',
    align: 'end',
    cell: (item) => <Money amount={priceOfEach(item)} currency={item.unit_price.currency} />,
  },
  { header: 'Discount', align: 'end', cell: ({ meta }) => <Discount {...meta.display_price.discount.value} /> },
  { header: 'Tax', align: 'end', width: 'minmax(96px, 1.2fr)', cell: (item) => <Tax item={item} /> },
  { header: 'Total', align: 'end', cell: ({ meta }) => <Money {...meta.display_price.with_tax.value} /> },
]

/** Unit price before discounts and without added taxes, so that a line adds up. */
function priceOfEach({ quantity, unit_price, meta: { display_price } }: OrderItem): number {
  const added = unit_price.includes_tax ? 0 : display_price.tax.value.amount
  return Math.round((display_price.without_discount.value.amount - added) / quantity)
}

function Name({ item, paths }: { item: OrderItem; paths: Paths }) {
  return (
    <div>
      <div>{item.product_id === '' ? item.name : <LinkTo to={paths.product(item.product_id)}>{item.name}</LinkTo>}</div>
      {item.sku !== '' && (
        <Text size="xs" ff="monospace" c="var(--text-dim)">
          {item.sku}
        </Text>
      )}
      {customInputLines(item.custom_inputs).map((line) => (
        <Text key={line} size="xs" c="var(--text-dim)">
          {line}
        </Text>
      ))}
    </div>
  )
}

function Units({ item: { quantity, meta } }: { item: OrderItem }) {
  return (
    <>
      {quantity}
      {meta.shipped_quantity > 0 && <div className={classes.small}>{meta.shipped_quantity} shipped</div>}
      {meta.refunded_quantity > 0 && <div className={classes.small}>{meta.refunded_quantity} refunded</div>}
    </>
  )
}

function Discount({ amount, currency }: { amount: number; currency: string }) {
  return amount === 0 ? <span className={classes.quiet}>–</span> : <Money amount={amount} currency={currency} />
}

function Tax({ item: { meta, unit_price } }: { item: OrderItem }) {
  return (
    <>
      <Money {...meta.display_price.tax.value} />
      {unit_price.includes_tax && meta.display_price.tax.value.amount > 0 && (
        <div className={classes.small}>included</div>
      )}
      {meta.taxes.map(({ name, code, rate_ppm }) => (
        <div key={`${code}${name}`} className={classes.small}>
          {taxWords(name, rate_ppm)}
        </div>
      ))}
    </>
  )
}

/** Many tax names already include the rate. */
function taxWords(name: string, rate_ppm: number | null): string {
  const rate = rate_ppm === null ? '' : formatRate(rate_ppm)
  return rate === '' || name.includes(rate) ? name : `${name}, ${rate}`
}

function Totals({ order: { meta, shipping_option } }: { order: Order }) {
  const { without_tax, shipping, tax, discount, with_tax } = meta.display_price
  return (
    <dl className={classes.totals}>
      {discount.amount !== 0 && (
        <>
          <dt>Discounts, included</dt>
          <dd>
            <Money {...discount} />
          </dd>
        </>
      )}
      <dt>Shipping, included{shipping_option === null ? '' : `: ${shipping_option.name}`}</dt>
      <dd>
        <Money {...shipping} />
      </dd>
      <dt>Without tax</dt>
      <dd>
        <Money {...without_tax} />
      </dd>
      <dt>Tax</dt>
      <dd>
        <Money {...tax} />
      </dd>
      <dt className={classes.sum}>Total</dt>
      <dd className={classes.sum}>
        <Money {...with_tax} />
      </dd>
    </dl>
  )
}
