import { notifications } from '@mantine/notifications'
import type { NewStore } from '../../../generated/schema.ts'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { SchemaForm } from '../../../kit/form/form.tsx'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useBodySchema } from '../../../kit/requests/body-schema.ts'
import { useInvalidate } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { Lines } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

export function CreateStoreDialog() {
  const { api } = useScope()
  const paths = usePaths()
  const goTo = useGoTo()
  const invalidate = useInvalidate()
  const schema = useBodySchema('CreateStore')
  const create = async (data: FormBody) => {
    await api.POST('/v2/stores', { body: { data: asBody<NewStore>(data) } })
    await invalidate('/v2/stores', '/v2/sessions/current')
    notifications.show({ message: 'Created the store.' })
    goTo(paths.stores())
  }
  return (
    <RouteDialog title="New store" backTo={paths.stores()}>
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          order={['name', 'scope', 'currency']}
          overrides={OVERRIDES}
          operation="CreateStore"
          onSubmit={create}
          submitLabel="Create store"
          onCancel={() => goTo(paths.stores())}
        />
      )}
    </RouteDialog>
  )
}

const OVERRIDES = { scope: { label: 'Short name' } }
