import { NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { ProductSelect } from '../products/product-select.tsx'

export function CreateInventoryDialog() {
  const paths = usePaths()
  const goTo = useGoTo()
  const [product_id, choose] = useState<string | null>(null)
  const [quantity, setQuantity] = useState<number | string>(0)
  const data = { quantity: Number(quantity) }
  const create = useChange<string>({
    stale: ['/v2/inventories'],
    run: (api, id) =>
      api.POST('/v2/inventories/{product_id}', { params: { path: { product_id: id } }, body: { data } }),
    onDone: (_, id) => goTo(paths.inventory(id)),
  })
  const back = paths.inventories()
  return (
    <RouteDialog title="Track a product" backTo={back}>
      <DialogForm
        operation="CreateInventory"
        params={{ product_id: product_id ?? '' }}
        body={{ data }}
        onSubmit={() => create.mutateAsync(product_id ?? '')}
        onCancel={() => goTo(back)}
        submitLabel="Track"
        disabledReason={product_id === null ? 'Choose a product.' : null}
        error={create.error}
        what="product"
      >
        <Stack gap="sm">
          <ProductSelect label="Product" value={product_id} onChange={choose} />
          <NumberInput
            label="Units on hand"
            description="From now on only available units can be sold."
            min={0}
            allowDecimal={false}
            value={quantity}
            onChange={setQuantity}
          />
        </Stack>
      </DialogForm>
    </RouteDialog>
  )
}
