import type { File, Inventory, Product, ProductPrice } from '../../../generated/schema.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { Nothing, Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import type { ListState } from '../../../kit/list/use-list.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import type { Paths } from '../../../paths.ts'
import { useFilesOf } from '../files/file-reads.ts'
import { blocksOf, usePricesOf, useStockOf } from './product-reads.ts'
import { ProductStatus } from './product-status.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** Distinguishes variants, which have the name of their product. */
function Options({ of }: { of: Product['attributes']['options'] }) {
  if (of.length === 0) return null
  return <span style={{ color: 'var(--text-dim)' }}>{of.map(({ display_value }) => display_value).join(' / ')}</span>
}

type Beside = {
  files: ReadonlyMap<string, File>
  stock: ReadonlyMap<string, Inventory>
  prices: ReadonlyMap<string, ProductPrice>
  currency: string | undefined
  book: string | undefined
}

/** Related data of the visible products: one request for each 50 of them. */
export function useBeside({ list }: ListState<Product>): Beside {
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

export const columns = (paths: Paths, { files, stock, prices, currency, book }: Beside): readonly Column<Product>[] => [
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
        <Options of={attributes.options} />
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
    header: 'Updated',
    sort: 'updated_at',
    width: '190px',
    cell: ({ meta }) => <Time at={meta.timestamps.updated_at} />,
  },
  { id: 'type', header: 'Kind', hidden: true, width: '110px', cell: ({ meta }) => meta.product_types.join(', ') },
]
