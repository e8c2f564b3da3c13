import { type OperationId, operationOf } from '../../api/operations.ts'
import { useAllParams } from '../address-state.ts'
import { AsRequest } from '../requests/as-request-button.tsx'

/** Request that the form is about to send, with the ids of the address. */
export function FormRequest({ operation, data }: { operation: OperationId; data: unknown }) {
  const named = useAllParams()
  const { method, path } = operationOf(operation)
  // The address names a parameter `product` where the API names it `product_id`.
  const ids = Object.fromEntries(Object.entries(named).map(([name, id]) => [`${name}_id`, id]))
  return (
    <AsRequest
      label="Send as request"
      method={method.toUpperCase()}
      path={path}
      params={{ ...ids, ...named }}
      body={{ data }}
    />
  )
}
