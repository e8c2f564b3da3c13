import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PriceBook, Product, ProductPrice } from '../../../generated/schema.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { Nothing, Time } from '../../../kit/cells/time.tsx'
import { printFilter } from '../../../kit/filter.ts'
import { LinkTo, target } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { ProductFrame } from './product-frame.tsx'

export function ProductPricesPage() {
  return <ProductFrame>{(product) => <Books product={product} />}</ProductFrame>
}

/** A section per price book, because each has its own prices for the SKU. */
function Books({ product }: { product: Product }) {
  const paths = usePaths()
  const books = useRead('/v2/pricebooks', { params: { query: { 'page[limit]': 100, sort: 'name' } } })
  return (
    <Loaded query={books} what="list of price books">
      {({ data }) =>
        data.length === 0 ? (
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
        ) : (
          <Stack gap="md">
            {data.map((book) => (
              <Book key={book.id} book={book} title={titleOf(book, data)} sku={product.attributes.sku} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

/** Price books may share a name. */
function titleOf({ id, attributes: { name } }: PriceBook, books: readonly PriceBook[]): string {
  const isAlone = books.every((other) => other.id === id || other.attributes.name !== name)
  return isAlone ? name : `${name} (${shorten(id, 12)})`
}

type Line = { price: ProductPrice; currency: string; key: string }

function Book({ book, title, sku }: { book: PriceBook; title: string; sku: string }) {
  const paths = usePaths()
  const filter = printFilter({ conditions: [{ field: 'sku', operator: 'eq', values: [sku] }] })
  const params = { path: { pricebook_id: book.id }, query: { filter, 'page[limit]': 100 } }
  const query = useRead('/v2/pricebooks/{pricebook_id}/prices', { params })
  const grid = (
    <Button size="xs" component={Link} {...target(`${paths.prices(book.id)}?filter=${encodeURIComponent(filter)}`)}>
      Change prices
    </Button>
  )
  return (
    <Section title={title} flush actions={grid}>
      <Loaded query={query} what="price book">
        {({ data }) => {
          const lines = data.flatMap((price) =>
            Object.keys(price.attributes.currencies).map((currency) => ({
              price,
              currency,
              key: `${price.id} ${currency}`,
            })),
          )
          return lines.length === 0 ? (
            <p style={{ padding: '0 16px 16px', margin: 0 }}>It has no price in this price book.</p>
          ) : (
            <Lines lines={lines} book={book} />
          )
        }}
      </Loaded>
    </Section>
  )
}

function Lines({ lines, book }: { lines: readonly Line[]; book: PriceBook }) {
  const paths = usePaths()
  return (
    <Rows
      label={`Prices in ${book.attributes.name}`}
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        {
          header: 'Currency',
          width: '90px',
          cell: ({ price, currency }) => <LinkTo to={`${paths.prices(book.id)}/${price.id}`}>{currency}</LinkTo>,
        },
        { header: 'Price', align: 'end', cell: (line) => <Money {...amountOf(line)} /> },
        { header: 'Tax', width: '110px', cell: (line) => (priceOf(line)?.includes_tax ? 'Included' : 'Added') },
        {
          header: 'Sale price',
          align: 'end',
          cell: (line) => <Money amount={priceOf(line)?.sale_amount} currency={line.currency} />,
        },
        { header: 'From', width: '170px', cell: ({ price }) => timeOr(price.attributes.valid_from) },
        { header: 'Until', width: '170px', cell: ({ price }) => timeOr(price.attributes.valid_to) },
      ]}
    />
  )
}

const priceOf = ({ price, currency }: Line) => price.attributes.currencies[currency]
const amountOf = (line: Line) => ({ amount: priceOf(line)?.amount, currency: line.currency })
const timeOr = (at: string | null) => (at === null ? <Nothing /> : <Time at={at} />)
