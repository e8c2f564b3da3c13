import { type OperationId, operationOf } from '../../api/operations.ts'
import { useAllParams } from '../address-state.ts'
import { AsRequest } from '../requests/as-request-button.tsx'

/** The request that the form is about to send, as it is filled in. The address names what it is about. */
export function FormRequest({ operation, data }: { operation: OperationId; data: unknown }) {
  const named = useAllParams()
  const { method, path } = operationOf(operation)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(
    names.flatMap((name) => {
      const id = named[name] ?? named[name.replace(/_id$/, '')]
      return id === undefined ? [] : [[name, id]]
    }),
  )
  return <AsRequest label="Send as request" method={method.toUpperCase()} path={path} params={params} body={{ data }} />
}
