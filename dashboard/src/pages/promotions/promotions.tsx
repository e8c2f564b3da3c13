import { Button, SegmentedControl, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkTo, target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { type ListState, useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import classes from './promotions.module.css'
import { quickFilters } from './rules/promotion-state.ts'
import { StateOf, Uses } from './uses.tsx'

type Promotion = RowOf<'/v2/promotions'>

export function PromotionsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/promotions' })
  const actions = [{ name: 'New promotion', key: 'n', to: paths.newPromotion(), operation: 'CreatePromotion' as const }]
  return (
    <Page title="Promotions" description="Discounts, and who gets them when." actions={actions}>
      <ListBlock
        label="promotions"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.promotion(id)}
        search={{ field: 'name', label: 'Find by name' }}
        labels={{ trigger: 'How it starts', scope: 'What it lowers', display_name: 'Name for shoppers' }}
        beside={<QuickFilters state={state} />}
        empty={<NoPromotions to={paths.newPromotion()} />}
      />
    </Page>
  )
}

const columns = (paths: Paths): readonly Column<Promotion>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    width: 'minmax(0, 1.1fr)',
    cell: ({ id, name }) => <LinkTo to={paths.promotion(id)}>{name}</LinkTo>,
  },
  {
    id: 'sentence',
    header: 'What it does',
    card: true,
    width: 'minmax(0, 2.4fr)',
    cell: ({ meta: { sentence } }) => (
      <Text size="sm" truncate title={sentence}>
        {sentence}
      </Text>
    ),
  },
  { id: 'state', header: 'State', card: true, width: '120px', cell: (promotion) => <StateOf promotion={promotion} /> },
  {
    id: 'trigger',
    header: 'Code',
    sort: 'trigger',
    card: true,
    width: '110px',
    cell: ({ trigger }) => (trigger === 'coupon' ? 'Code needed' : 'No code'),
  },
  { id: 'uses', header: 'Uses', align: 'end', width: '110px', cell: (promotion) => <Uses promotion={promotion} /> },
  {
    id: 'priority',
    header: 'Priority',
    sort: 'priority',
    align: 'end',
    width: '100px',
    hidden: true,
    cell: ({ priority }) => priority,
  },
]

function QuickFilters({ state: { filter, setFilter } }: { state: ListState<Promotion> }) {
  // The time is fixed while the page is open, so that the selected filter stays selected.
  const [filters] = useState(() => quickFilters(Date.now()))
  const chosen = filters.find((one) => sameFilter(one.filter, filter))
  return (
    <div className={classes.quick}>
      <SegmentedControl
        aria-label="Quick filters"
        value={chosen?.label ?? ''}
        onChange={(label) => setFilter(filters.find((one) => one.label === label)?.filter ?? '')}
        data={filters.map(({ label }) => label)}
      />
    </div>
  )
}

/** Compares filters without their times, which are those of the click. */
function sameFilter(a: string, b: string): boolean {
  const timeless = (text: string) => text.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'now')
  return timeless(a) === timeless(b)
}

function NoPromotions({ to }: { to: string }) {
  return (
    <Empty
      title="No promotions yet"
      action={
        <Button component={Link} {...target(to)}>
          New promotion
        </Button>
      }
    >
      A promotion lowers prices: for everyone, for some shoppers, or with a coupon.
    </Empty>
  )
}
