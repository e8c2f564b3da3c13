import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order } from '../../../generated/schema.ts'
import { Page } from '../../../kit/page.tsx'
import { changePreferences, usePreferences } from '../../../kit/preferences.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { addressLines } from '../../../kit/values/address-lines.ts'
import { formatDay } from '../../../kit/values/time.ts'
import classes from './print.module.css'

type PrintSheetProps = {
  /** Kind of document: `Invoice`. */
  title: string
  order: Order
  /** Addresses by their headings. */
  addresses: Readonly<Record<string, Order['billing_address']>>
  children: ReactNode
}

/** Page of which only the sheet is printed. */
export function PrintSheet({ title, order, addresses, children }: PrintSheetProps) {
  const paths = usePaths()
  const { order_number, meta } = order
  return (
    <Page
      title={`${title} of order ${order_number}`}
      crumbs={[
        { label: 'Orders', to: paths.orders() },
        { label: `Order ${order_number}`, to: paths.order(order.id) },
      ]}
      request={{ path: '/v2/orders/{order_id}', params: { order_id: order.id } }}
      actions={[{ name: 'Print', run: () => window.print() }]}
    >
      <article className={classes.sheet} aria-label={title}>
        <header className={classes.head}>
          <div>
            <h2 className={classes.title}>{title}</h2>
            <div>Order {order_number}</div>
            <div>{formatDay(meta.timestamps.created_at)}</div>
          </div>
          <Letterhead />
        </header>
        <div className={classes.addresses}>
          {Object.entries(addresses).map(([heading, address]) => (
            <section key={heading}>
              <h3>{heading}</h3>
              {addressLines(address).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </section>
          ))}
        </div>
        {children}
      </article>
    </Page>
  )
}

/** Lines about the seller, which this browser remembers by store: the API knows only the name of a store. */
function Letterhead() {
  const { id, name } = useScope()
  const { letterheads } = usePreferences()
  return (
    <Textarea
      className={classes.letterhead}
      label="Sender"
      placeholder="Name, address and tax number of the seller"
      autosize
      minRows={3}
      value={letterheads[id] ?? name}
      onChange={(event) => changePreferences({ letterheads: { ...letterheads, [id]: event.currentTarget.value } })}
    />
  )
}
