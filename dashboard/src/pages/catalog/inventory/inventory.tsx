import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import type { Inventory, Product } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { LinkTo, useGoTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useProduct } from '../products/product-reads.ts'
import { StockLedger } from './stock-ledger.tsx'
import { StockLevels } from './stock-levels.tsx'

export function InventoryPage() {
  const paths = usePaths()
  const product_id = useParam('product')
  const query = useRead('/v2/inventories/{product_id}', { params: { path: { product_id } } })
  const product = useProduct(product_id).data?.data
  const [isAsking, ask] = useState(false)
  const name = product?.attributes.name ?? 'Inventory'
  return (
    <Page
      title={name}
      description={product === undefined ? undefined : <Sku product={product} />}
      beside={<AsRequest method="GET" path="/v2/inventories/{product_id}" params={{ product_id }} />}
      crumbs={[{ label: 'Inventory', to: paths.inventories() }]}
      actions={actionsOf(
        query.data?.data,
        (part) => paths.inventory(product_id, part),
        () => ask(true),
      )}
      shownActions={3}
    >
      <Loaded query={query} what="inventory">
        {({ data }) => (
          <>
            <StockLevels stock={data} />
            <StockLedger product_id={product_id} />
          </>
        )}
      </Loaded>
      <Remove product_id={product_id} name={name} opened={isAsking} onClose={() => ask(false)} />
      <Outlet />
    </Page>
  )
}

function Sku({ product: { id, attributes } }: { product: Product }) {
  const paths = usePaths()
  return (
    <>
      SKU <code>{attributes.sku}</code> · <LinkTo to={paths.product(id)}>Product page</LinkTo>
    </>
  )
}

/** The dialogs of a stock transaction, and what takes the inventory away. */
export function actionsOf(stock: Inventory | undefined, to: (part: string) => string, remove: () => void) {
  if (stock === undefined) return []
  const operation = 'CreateStockTransaction' as const
  const noneFree = stock.available > 0 ? null : 'No unit is available.'
  const noneAllocated = stock.allocated > 0 ? null : 'No unit is allocated.'
  return [
    { name: 'Receive', key: 'r', to: to('change/increment'), operation },
    { name: 'Adjust', key: 'a', to: to('change/set'), operation },
    { name: 'Allocate', to: to('change/allocate'), operation, disabledReason: noneFree },
    { name: 'Take out', to: to('change/decrement'), operation, disabledReason: noneFree },
    { name: 'Deallocate', to: to('change/deallocate'), operation, disabledReason: noneAllocated },
    {
      name: 'Stop tracking',
      danger: true,
      operation: 'DeleteInventory' as const,
      run: remove,
      disabledReason: stock.allocated > 0 ? `${stock.allocated} units are allocated.` : null,
    },
  ]
}

function Remove(props: { product_id: string; name: string; opened: boolean; onClose: () => void }) {
  const { product_id, name, opened, onClose } = props
  const paths = usePaths()
  const goTo = useGoTo()
  const forbidden = whyForbidden('DeleteInventory', useScope())
  const remove = useChange({
    stale: ['/v2/inventories'],
    run: (api) => api.DELETE('/v2/inventories/{product_id}', { params: { path: { product_id } } }),
    onDone: () => goTo(paths.inventories()),
  })
  return (
    <ConfirmDialog
      opened={opened && forbidden === null}
      onClose={onClose}
      title={`Stop tracking ${name}?`}
      confirmLabel="Stop tracking"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      {...(remove.error === null ? {} : { error: <ProblemView error={remove.error} what="inventory" /> })}
    >
      It can then be sold without limit. Its stock transactions are kept.
    </ConfirmDialog>
  )
}
