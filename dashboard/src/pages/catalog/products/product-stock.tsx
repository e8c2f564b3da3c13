import { Group, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Inventory, Product } from '../../../generated/schema.ts'
import { ActionBar, useActions } from '../../../kit/actions.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { actionsOf } from '../inventory/inventory.tsx'
import { StockLedger } from '../inventory/stock-ledger.tsx'
import { ScrapedMetrics } from '../inventory/stock-levels.tsx'
import { StockStatus } from '../inventory/stock-status.tsx'
import { ProductFrame } from './product-frame.tsx'
import { inFilter, useStockOf } from './product-reads.ts'

export function ProductStockPage() {
  return (
    <ProductFrame>
      {(product) => (product.attributes.base_product ? <OfVariants product={product} /> : <Stock id={product.id} />)}
    </ProductFrame>
  )
}

/** Read as a list, because a product without an inventory is no error. */
function Stock({ id }: { id: string }) {
  const query = useRead('/v2/inventories', {
    params: { query: { filter: inFilter('product_id', [id]), 'page[limit]': 1 } },
  })
  return (
    <Loaded query={query} what="inventory">
      {({ data: [stock] }) => (stock === undefined ? <Track product_id={id} /> : <Levels stock={stock} />)}
    </Loaded>
  )
}

function Levels({ stock }: { stock: Inventory }) {
  const paths = usePaths()
  const actions = useActions(actionsOf(stock, (part) => paths.product(stock.product_id, `stock/${part}`)))
  return (
    <>
      <ScrapedMetrics stock={stock} />
      <Group mb="md">
        <ActionBar actions={actions} shown={2} menuLabel="More stock actions" />
      </Group>
      <StockLedger product_id={stock.product_id} />
    </>
  )
}

function Track({ product_id }: { product_id: string }) {
  const [quantity, setQuantity] = useState<number | string>('')
  const forbidden = whyForbidden('CreateInventory', useScope())
  const track = useChange({
    stale: ['/v2/inventories'],
    run: (api) =>
      api.POST('/v2/inventories/{product_id}', {
        params: { path: { product_id } },
        body: { data: { quantity: Number(quantity) } },
      }),
  })
  return (
    <Section
      title="Not tracked"
      description="The product can always be sold. Once it is tracked, only its available units can be sold."
    >
      {track.error !== null && <ProblemView error={track.error} what="product" />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (quantity !== '' && forbidden === null && !track.isPending) track.mutate()
        }}
      >
        <Group align="flex-end" gap="sm">
          <NumberInput
            label="Units on hand"
            w={160}
            min={0}
            max={1_000_000_000_000}
            allowDecimal={false}
            value={quantity}
            onChange={setQuantity}
          />
          <DisableableButton
            type="submit"
            variant="filled"
            loading={track.isPending}
            reason={forbidden ?? (quantity === '' ? 'Enter the units on hand.' : null)}
          >
            Track this product
          </DisableableButton>
        </Group>
      </form>
    </Section>
  )
}

/** Variants are sold in place of their product, so that each has a stock of its own. */
function OfVariants({ product: { id } }: { product: Product }) {
  const query = useRead('/v2/products/{product_id}/children', {
    params: { path: { product_id: id }, query: { 'page[limit]': 100 } },
  })
  return (
    <Loaded query={query} what="product">
      {({ data }) => <VariantRows variants={data} />}
    </Loaded>
  )
}

const BLOCK = 50

function VariantRows({ variants }: { variants: readonly Product[] }) {
  const paths = usePaths()
  const ids = variants.map(({ id }) => id)
  const stock = useStockOf([ids.slice(0, BLOCK), ids.slice(BLOCK)].filter(({ length }) => length > 0))
  const units = (id: string, member: 'available' | 'allocated' | 'on_hand') =>
    stock.get(id)?.[member].toLocaleString('en-US') ?? '–'
  return (
    <Stack gap="md">
      <Section title="Stock of the variants" description="Each is sold, and counted, on its own." flush>
        <Rows
          label="Variants"
          rows={variants}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Variant',
              width: 'minmax(140px, 1.4fr)',
              cell: ({ id, attributes }) => (
                <LinkTo to={paths.product(id, 'stock')}>
                  {attributes.options.map(({ display_value }) => display_value).join(' / ') || attributes.name}
                </LinkTo>
              ),
            },
            { header: 'SKU', cell: ({ attributes }) => <code>{attributes.sku}</code> },
            { header: 'Status', width: '130px', cell: ({ id }) => <StockStatus stock={stock.get(id)} /> },
            { header: 'Available', align: 'end', width: '100px', cell: ({ id }) => units(id, 'available') },
            { header: 'Allocated', align: 'end', width: '100px', cell: ({ id }) => units(id, 'allocated') },
            { header: 'On hand', align: 'end', width: '100px', cell: ({ id }) => units(id, 'on_hand') },
          ]}
        />
      </Section>
    </Stack>
  )
}
