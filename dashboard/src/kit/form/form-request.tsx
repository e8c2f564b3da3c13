import { type OperationId, operationOf } from '../../api/operations.ts'
import { useAllParams } from '../address-state.ts'
import { AsRequest } from '../requests/as-request-button.tsx'

/** The request that the form is about to send, as it is filled in. The address names what it is about. */
export function FormRequest({ operation, data }: { operation: OperationId; data: unknown }) {
  const named = useAllParams()
  const { method, path } = operationOf(operation)
  // An address has `product` where the API has `product_id`.
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
