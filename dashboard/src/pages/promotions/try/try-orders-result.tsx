import { Table, Text } from '@mantine/core'
import type { PromotionDryRun } from '../../../generated/schema.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { reasonWords } from '../rules/reasons.ts'
import classes from './try.module.css'

/** Number of orders it would have applied to, the cost, and the reasons for the others. */
export function OrdersResult({ result }: { result: PromotionDryRun }) {
  const { orders, applied, skipped, currencies } = result
  if (orders === 0)
    return (
      <Text size="sm" mt="sm">
        There are no orders in this range
        {skipped > 0 ? ` that can be priced again; ${skipped} older ones lack the data` : ''}.
      </Text>
    )
  return (
    <div className={classes.result}>
      <p className={classes.why}>
        It would have applied to {applied.toLocaleString('en-US')} of {orders.toLocaleString('en-US')} orders
        {skipped > 0 ? `; ${skipped} older ones lack the data to be priced again` : ''}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it. */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Cost by currency">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Currency</Table.Th>
              <Table.Th ta="right">Orders</Table.Th>
              <Table.Th ta="right">Before</Table.Th>
              <Table.Th ta="right">With it</Table.Th>
              <Table.Th ta="right">Cost</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {currencies.map((one) => (
              <Table.Tr key={one.discount.currency}>
                <Table.Td>{one.discount.currency}</Table.Td>
                <Table.Td className={classes.number}>
                  {one.applied} of {one.orders}
                </Table.Td>
                <Table.Td className={classes.number}>
                  <Money {...one.before} />
                </Table.Td>
                <Table.Td className={classes.number}>
                  <Money {...one.after} />
                </Table.Td>
                <Table.Td className={classes.number}>
                  <Money {...one.discount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Reasons result={result} />
      <Examples result={result} />
    </div>
  )
}

function Reasons({ result: { reasons, orders } }: { result: PromotionDryRun }) {
  const sorted = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  if (sorted.length === 0) return null
  return (
    <div>
      <h3 className={classes.small}>Why not the others</h3>
      <ul className={classes.parts}>
        {sorted.map(([kind, count]) => (
          <li key={kind}>
            <span>{reasonWords(kind)}</span>
            <span className={classes.amount}>
              {count.toLocaleString('en-US')} ({Math.round((100 * count) / orders)}%)
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Examples({ result: { examples } }: { result: PromotionDryRun }) {
  const paths = usePaths()
  if (examples.length === 0) return null
  return (
    <div>
      <h3 className={classes.small}>Examples</h3>
      <ul className={classes.examples}>
        {examples.map(({ order_id, order_number, before, after, sentence }) => (
          <li key={order_id}>
            <LinkTo to={paths.order(order_id)}>{order_number}</LinkTo>{' '}
            <span className={classes.amount}>
              <Money {...before} /> → <Money {...after} />
            </span>
            <div className={classes.dim}>{sentence}</div>
          </li>
        ))}
      </ul>
    </div>
  )
}
