import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../kit/form/form.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useBodySchema } from '../../kit/requests/body-schema.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { Lines } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'

type Body = { type?: 'cart' }

export function CreateCartDialog() {
  const paths = usePaths()
  const goTo = useGoTo()
  const schema = useBodySchema('CreateCart')
  const change = useChange({
    stale: ['/v2/carts'],
    run: (api, data: Body) => api.POST('/v2/carts', { body: { data } }),
    onDone: (response) => goTo(response === undefined ? paths.carts() : paths.cart(response.data.id)),
  })
  return (
    <RouteDialog title="New cart" backTo={paths.carts()} size="lg">
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          operation="CreateCart"
          submitLabel="Create cart"
          onSubmit={(data) => change.mutateAsync(data as Body)}
          onCancel={() => goTo(paths.carts())}
        />
      )}
    </RouteDialog>
  )
}
