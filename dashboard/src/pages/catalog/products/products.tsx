import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { File, Inventory, Product, ProductPrice } from '../../../generated/schema.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { Nothing, Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { type ListState, useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { useFilesOf } from '../files/file-reads.ts'
import { QuickFilters } from '../quick-filters.tsx'
import { blocksOf, usePricesOf, useStockOf } from './product-reads.ts'
import { ProductStatus } from './product-status.tsx'
import { Thumbnail } from './thumbnail.tsx'

export function ProductsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/products' })
  const beside = useBeside(state)
  const toNew = paths.product('new')
  return (
    <Page
      title="Products"
      description="What the shop sells. Those that are live are published with the catalogs that they are in."
      actions={[{ name: 'New product', key: 'n', to: toNew, operation: 'CreateProduct' as const }]}
    >
      <ListBlock
        label="products"
        state={state}
        columns={columns(paths, beside)}
        rowTo={({ id }) => paths.product(id)}
        search={{ field: 'name', label: 'Find by name or SKU', others: ['sku'], fieldOf: searchedField }}
        labels={{ sku: 'SKU', mpn: 'MPN', upc_ean: 'UPC or EAN' }}
        beside={<QuickFilters state={state} filters={QUICK} />}
        empty={<NoProducts to={toNew} />}
      />
      <Outlet />
    </Page>
  )
}

/** What looks like `LMP-TB-001` is a SKU, other words are of a name. */
function searchedField(text: string): string {
  return /^\S*[\d_-]\S*$/.test(text.trim()) ? 'sku' : 'name'
}

const QUICK = [
  { label: 'Live', filter: 'eq(status,live)' },
  { label: 'Draft', filter: 'eq(status,draft)' },
  { label: 'No picture', filter: 'is_null(main_image_file_id)' },
  { label: 'Digital', filter: 'eq(commodity_type,digital)' },
]

type Beside = {
  files: ReadonlyMap<string, File>
  stock: ReadonlyMap<string, Inventory>
  prices: ReadonlyMap<string, ProductPrice>
  currency: string | undefined
  book: string | undefined
}

/** What belongs to the products that are shown: one request for each 50 of them. */
function useBeside({ list }: ListState<Product>): Beside {
  const book = useRead('/v2/pricebooks', { params: { query: { 'page[limit]': 1 } } }).data?.data[0]
  const currencies = useRead('/v2/currencies', { params: { query: { 'page[limit]': 100 } } }).data?.data
  const ids = blocksOf(list, ({ id }) => id)
  const files = useFilesOf(
    blocksOf(list, ({ attributes }) => attributes.main_image_file_id ?? '').map((block) =>
      block.filter((id) => id !== ''),
    ),
  )
  const skus = blocksOf(list, ({ attributes }) => attributes.sku)
  return {
    files,
    stock: useStockOf(ids),
    prices: usePricesOf(book?.id, skus),
    currency: currencies?.find((one) => one.default)?.code,
    book: book?.attributes.name,
  }
}

const columns = (paths: Paths, { files, stock, prices, currency, book }: Beside): readonly Column<Product>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    width: 'minmax(180px, 2.2fr)',
    cell: ({ id, attributes }) => (
      <span
        style={{ display: 'inline-flex', alignItems: 'center', gap: 10, maxWidth: '100%', verticalAlign: 'middle' }}
      >
        <Thumbnail file={files.get(attributes.main_image_file_id ?? '')} />
        <LinkTo to={paths.product(id)} truncate>
          {attributes.name}
        </LinkTo>
      </span>
    ),
  },
  {
    id: 'sku',
    header: 'SKU',
    sort: 'sku',
    card: true,
    width: 'minmax(110px, 1fr)',
    cell: ({ attributes }) => <code>{attributes.sku}</code>,
  },
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    card: true,
    width: '90px',
    cell: ({ attributes }) => <ProductStatus status={attributes.status} />,
  },
  {
    id: 'price',
    header: book === undefined ? 'Price' : `Price in ${book}`,
    align: 'end',
    card: true,
    width: '130px',
    cell: ({ attributes: { sku } }) => (
      <Money
        amount={currency === undefined ? null : prices.get(sku)?.attributes.currencies[currency]?.amount}
        currency={currency}
      />
    ),
  },
  {
    id: 'stock',
    header: 'Available',
    align: 'end',
    width: '90px',
    cell: ({ id }) => stock.get(id)?.available.toLocaleString('en-US') ?? <Nothing />,
  },
  {
    id: 'updated',
    header: 'Changed',
    sort: 'updated_at',
    width: '190px',
    cell: ({ meta }) => <Time at={meta.timestamps.updated_at} />,
  },
  { id: 'type', header: 'Kind', hidden: true, width: '110px', cell: ({ meta }) => meta.product_types.join(', ') },
]

function NoProducts({ to }: { to: string }) {
  return (
    <Empty
      title="No products yet"
      action={
        <Button component={Link} {...target(to)}>
          New product
        </Button>
      }
    >
      A product has a name, a SKU and prices. Shoppers see it once a catalog with it is published.
    </Empty>
  )
}
