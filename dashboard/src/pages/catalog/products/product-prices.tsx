import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getOptions } from '../../../api/queries.ts'
import type { PriceBook, Product, ProductPrice } from '../../../generated/schema.ts'
import { target } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { Lines, Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { ProductPriceTable } from '../prices/product-price-table.tsx'
import { ProductFrame } from './product-frame.tsx'
import { inFilter } from './product-reads.ts'

export function ProductPricesPage() {
  return <ProductFrame>{(product) => <Books product={product} />}</ProductFrame>
}

function Books({ product }: { product: Product }) {
  const books = useRead('/v2/pricebooks', { params: { query: { 'page[limit]': 100, sort: 'name' } } })
  return (
    <Loaded query={books} what="list of price books">
      {({ data }) => (data.length === 0 ? <NoBooks /> : <Prices product={product} books={data} />)}
    </Loaded>
  )
}

function Prices({ product, books }: { product: Product; books: readonly PriceBook[] }) {
  const base_id = product.relationships.base_product?.data.id
  const path = { product_id: base_id ?? '' }
  const base = useRead('/v2/products/{product_id}', { params: { path } }, { enabled: base_id !== undefined }).data?.data
  const { prices, error, isPending } = usePricesInBooks(
    books.map(({ id }) => id),
    [product.attributes.sku, ...(base === undefined ? [] : [base.attributes.sku])],
  )
  if (error !== null) return <ProblemView error={error} what="price book" />
  if (isPending) return <Lines />
  return <ProductPriceTable key={product.id} {...{ product, books, prices }} baseSku={base?.attributes.sku} />
}

/** Prices of SKUs in each price book. */
function usePricesInBooks(books: readonly string[], skus: readonly string[]) {
  const scope = useScope()
  return useQueries({
    queries: books.map((pricebook_id) => ({
      ...getOptions(scope, '/v2/pricebooks/{pricebook_id}/prices', {
        params: { path: { pricebook_id }, query: { filter: inFilter('sku', skus), 'page[limit]': 100 } },
      }),
    })),
    combine: (results) => ({
      prices: new Map<string, readonly ProductPrice[]>(
        results.map(({ data }, at) => [books[at] ?? '', data?.data ?? []]),
      ),
      error: results.find((result) => result.error !== null)?.error ?? null,
      isPending: results.some((result) => result.isPending),
    }),
  })
}

function NoBooks() {
  const paths = usePaths()
  return (
    <Empty
      title="No price books yet"
      action={
        <Button variant="filled" component={Link} {...target(paths.resource('pricebooks', 'new'))}>
          New price book
        </Button>
      }
    >
      A price book holds the prices of products by currency.
    </Empty>
  )
}
