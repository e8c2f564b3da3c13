import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PromotionDryRun } from '../../../generated/schema.ts'
import { useAddressState } from '../../../kit/address-state.ts'
import { Section } from '../../../ui/layout/section.tsx'
import classes from './try.module.css'
import { Unread } from './try-cart.tsx'
import { OrdersResult } from './try-orders-result.tsx'
import { TryProblem } from './try-problem.tsx'
import { type On, type Tried, useTry } from './use-try.ts'

const DEFAULT_ORDERS = '200'

/** Reprices past orders with the promotion to estimate its cost. */
export function TryOnOrders(tried: Tried) {
  const [state, change] = useAddressState()
  const [request, setRequest] = useState<On | null>(null)
  const { from = '', to = '', orders = DEFAULT_ORDERS } = state
  const query = useTry(tried, request ?? {}, request !== null)
  const run = (event: FormEvent) => {
    event.preventDefault()
    setRequest({
      orders: Number(orders),
      ...(from === '' ? {} : { from: dayStart(from) }),
      ...(to === '' ? {} : { to: dayStart(to, 1) }),
    })
    if (request !== null) void query.refetch()
  }
  return (
    <Section
      title="Try it on past orders"
      description="They are priced again as they were sold, with this promotion added."
    >
      <form onSubmit={run} className={classes.past}>
        <TextInput
          label="From"
          type="date"
          value={from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value || null })}
        />
        <TextInput
          label="To"
          type="date"
          value={to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value || null })}
        />
        <NativeSelect
          label="Latest orders"
          data={['50', '200', '500', '1000']}
          value={orders}
          onChange={({ currentTarget }) => change({ orders: currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={query.isFetching}>
          Price them again
        </Button>
      </form>
      <div aria-live="polite">
        <Outcome query={query} wasAsked={request !== null} />
      </div>
    </Section>
  )
}

function Outcome({ query, wasAsked }: { query: ReturnType<typeof useTry>; wasAsked: boolean }) {
  const { data, error, isReadable, isBehind } = query
  if (!wasAsked)
    return (
      <Text size="sm" c="var(--text-dim)" mt="sm">
        How many orders it would have applied to, what it would have cost, and why it would not have applied to the
        others.
      </Text>
    )
  if (!isReadable) return <Unread />
  if (error !== null) return <TryProblem error={error} onRetry={() => void query.refetch()} />
  if (data === undefined) return null
  return (
    <div style={{ opacity: isBehind ? 0.6 : 1 }}>
      <OrdersResult result={data satisfies PromotionDryRun} />
    </div>
  )
}

const DAY_MS = 86_400_000

/** Local midnight; the end day is included, so `later` adds a day. */
function dayStart(day: string, later = 0): string {
  const midnight = new Date(`${day}T00:00:00`).getTime()
  return new Date(midnight + later * DAY_MS).toISOString()
}
