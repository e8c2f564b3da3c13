import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useParam } from '../../../kit/address-state.ts'
import { target } from '../../../kit/link.tsx'
import { FilterBar } from '../../../kit/list/filter-bar.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Lines, ProblemView } from '../../../kit/states.tsx'
import { PageTabs } from '../../../kit/tabs.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { CLEAR_FILTER } from '../../../messages/en.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { blocksOf, useProductsBy } from '../products/product-reads.ts'
import { countWrong } from '../rules/price-edits.ts'
import { PriceGrid } from './price-grid.tsx'
import { SaveBar } from './price-save-bar.tsx'
import { usePriceEdits } from './use-price-edits.ts'
import { useStoreCurrencies } from './use-store-currencies.ts'

export function PricesPage() {
  const paths = usePaths()
  const pricebook_id = useParam('pricebook_id')
  const book = useRead('/v2/pricebooks/{pricebook_id}', { params: { path: { pricebook_id } } }).data?.data
  const toNew = `${paths.prices(pricebook_id)}/new`
  return (
    <Page
      title={book === undefined ? 'Prices' : `Prices of ${book.attributes.name}`}
      description="Type over a price, or paste a block from a spreadsheet. An empty cell has no price in its currency."
      crumbs={[
        { label: 'Price books', to: paths.priceBooks() },
        { label: book?.attributes.name ?? 'Price book', to: paths.resource('pricebooks', pricebook_id) },
      ]}
      actions={[{ name: 'New price', key: 'n', to: toNew, operation: 'CreateProductPrice' as const }]}
      tabs={<PriceBookTabs pricebook_id={pricebook_id} />}
    >
      <Prices pricebook_id={pricebook_id} toNew={toNew} />
    </Page>
  )
}

function PriceBookTabs({ pricebook_id }: { pricebook_id: string }) {
  const paths = usePaths()
  return (
    <PageTabs
      label="Price book"
      tabs={[
        { label: 'Details', to: paths.resource('pricebooks', pricebook_id) },
        { label: 'Prices', to: paths.prices(pricebook_id) },
        { label: 'Price modifiers', to: paths.resource(`pricebooks/${pricebook_id}/modifiers`) },
      ]}
    />
  )
}

function Prices({ pricebook_id, toNew }: { pricebook_id: string; toNew: string }) {
  const path = '/v2/pricebooks/{pricebook_id}/prices'
  const state = useList({ path, params: { pricebook_id } })
  const { currencies: offered, places, isPending } = useStoreCurrencies()
  const edits = usePriceEdits(pricebook_id, places)
  const products = useProductsBy(
    'sku',
    blocksOf(state.list, ({ attributes }) => attributes.sku),
  )
  const forbidden = whyForbidden('UpdateProductPrices', useScope())
  const seen = Array.from({ length: state.list.count }, (_, at) => state.list.rowAt(at)).flatMap((row) =>
    row === undefined ? [] : Object.keys(row.attributes.currencies),
  )
  const currencies = [...new Set([...offered, ...seen])]
  if (state.list.error !== null && state.list.count === 0)
    return <ProblemView error={state.list.error} what="price book" onRetry={state.list.retry} />
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <FilterBar
          facts={state.facts}
          filter={state.filter}
          onChange={state.setFilter}
          search={{ field: 'sku', label: 'Find by SKU' }}
        />
        <AsRequest method="GET" {...state.request} />
      </Group>
      <SaveBar edits={edits} wrong={countWrong(edits.edits, places)} forbidden={forbidden} />
      {/* Pasting before all columns are known would lose cells. */}
      {state.list.is_pending || isPending ? (
        <Lines />
      ) : state.list.count === 0 ? (
        <NoPrices isFiltered={state.filter !== ''} to={toNew} clear={() => state.setFilter('')} />
      ) : (
        <PriceGrid {...{ pricebook_id, state, currencies, places, edits, products }} isReadOnly={forbidden !== null} />
      )}
    </Stack>
  )
}

function NoPrices({ isFiltered, to, clear }: { isFiltered: boolean; to: string; clear: () => void }) {
  if (isFiltered)
    return (
      <Empty title="No prices match" action={<Button onClick={clear}>{CLEAR_FILTER}</Button>}>
        No price in this price book has this SKU.
      </Empty>
    )
  return (
    <Empty
      title="No prices yet"
      action={
        <Button component={Link} {...target(to)}>
          New price
        </Button>
      }
    >
      A product can be sold once a price book of the catalog has a price for its SKU.
    </Empty>
  )
}
