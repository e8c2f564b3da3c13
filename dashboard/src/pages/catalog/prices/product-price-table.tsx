import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PriceBook, Product, ProductPrice } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { useInvalidate } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { SAVED_UNTIL_RELEASE } from '../../../messages/en.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { shorten } from '../../../ui/shorten.ts'
import type { CurrencyPrice } from '../rules/price-cell.ts'
import { PriceField } from './price-field.tsx'
import { type PriceCell, savePrice } from './save-price.ts'
import { useStoreCurrencies } from './use-store-currencies.ts'

type PriceTableProps = {
  product: Product
  books: readonly PriceBook[]
  /** Prices by the id of their price book, of the product and, for a variant, of its product. */
  prices: ReadonlyMap<string, readonly ProductPrice[]>
  /** SKU whose prices a variant has while it has none of its own. */
  baseSku: string | undefined
}

type Line = { book: PriceBook; price: ProductPrice | null; base: ProductPrice | undefined; key: string }

/** A row for each price book and period, and a cell for each currency, saved in place. */
export function ProductPriceTable({ product, books, prices, baseSku }: PriceTableProps) {
  const { attributes, meta } = product
  const { currencies: offered, places } = useStoreCurrencies()
  const forbidden = whyForbidden('UpdateProductPrice', useScope())
  const { save, isSaved } = useSaving()
  const lines = books.flatMap((book) => linesOf(book, prices.get(book.id) ?? [], attributes.sku, baseSku))
  const used = lines.flatMap(({ price }) => Object.keys(price?.attributes.currencies ?? {}))
  const currencies = [...new Set([...offered, ...used])]
  return (
    <Section title="Prices" description={aboutPrices(meta.product_types[0], forbidden)} flush>
      <Rows
        label="Prices"
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            header: 'Price book',
            width: 'minmax(140px, 1.2fr)',
            cell: (line) => <BookName line={line} books={books} />,
          },
          ...currencies.map((currency) => ({
            header: currency,
            width: 'minmax(150px, 1fr)',
            cell: ({ book, price, base }: Line) => (
              <PriceField
                label={`${currency} in ${book.attributes.name}`}
                currency={currency}
                places={places(currency)}
                price={price?.attributes.currencies[currency]}
                inherited={price === null ? base?.attributes.currencies[currency]?.amount : undefined}
                forbidden={forbidden}
                save={(next) =>
                  save({ pricebook_id: book.id, price_id: price?.id ?? null, sku: attributes.sku, currency }, next)
                }
              />
            ),
          })),
        ]}
      />
      <Text size="sm" px="md" py="xs" role="status" c="var(--text-dim)">
        {isSaved ? SAVED_UNTIL_RELEASE : 'A price is saved when you leave its field.'}
      </Text>
    </Section>
  )
}

function aboutPrices(type: Product['meta']['product_types'][number] | undefined, forbidden: string | null): string {
  if (forbidden !== null) return forbidden
  if (type === 'parent') return 'For every variant without a price of its own.'
  return type === 'child'
    ? 'Without a price here, the variant has that of its product.'
    : 'One row for each price book.'
}

/** Changes of one after the other, since each replaces all currencies of its price. */
function useSaving() {
  const { api } = useScope()
  const invalidate = useInvalidate()
  const [isSaved, setSaved] = useState(false)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const save = (cell: PriceCell, price: CurrencyPrice | null): Promise<void> => {
    const run = async () => {
      await savePrice(api, cell, price)
      await invalidate('/v2/pricebooks')
      setSaved(true)
    }
    const saving = last.current.then(run, run)
    last.current = saving
    return saving
  }
  return { save, isSaved }
}

function linesOf(book: PriceBook, prices: readonly ProductPrice[], sku: string, baseSku: string | undefined): Line[] {
  const own = prices.filter(({ attributes }) => attributes.sku === sku)
  const base = prices.find(({ attributes }) => attributes.sku === baseSku)
  if (own.length === 0) return [{ book, price: null, base, key: book.id }]
  return own.map((price) => ({ book, price, base, key: price.id }))
}

function BookName({ line: { book, price }, books }: { line: Line; books: readonly PriceBook[] }) {
  const paths = usePaths()
  const { valid_from = null, valid_to = null } = price?.attributes ?? {}
  const period = [valid_from && `from ${valid_from.slice(0, 10)}`, valid_to && `until ${valid_to.slice(0, 10)}`]
  const words = period.filter(Boolean).join(' ')
  return (
    <>
      <LinkTo to={paths.prices(book.id)}>{titleOf(book, books)}</LinkTo>
      {words !== '' && (
        <Text size="xs" c="var(--text-dim)">
          {words}
        </Text>
      )}
    </>
  )
}

/** Price books may share a name. */
function titleOf({ id, attributes: { name } }: PriceBook, books: readonly PriceBook[]): string {
  const isAlone = books.every((other) => other.id === id || other.attributes.name !== name)
  return isAlone ? name : `${name} (${shorten(id, 12)})`
}
