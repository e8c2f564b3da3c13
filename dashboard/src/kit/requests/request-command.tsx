import { Text } from '@mantine/core'
import { API_BASE } from '../../api/base.ts'
import { operationAt, operationOf } from '../../api/operations.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { useScope } from '../scope.ts'
import { asCurl } from './as-request.ts'

export type ShownRequest = {
  method: string
  /** Path template: `/v2/orders/{order_id}`. */
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
  /** Headers in addition to the standard ones. */
  headers?: Record<string, string>
  body?: unknown
}

/** The curl command of a request, with what its token needs. */
export function RequestCommand({ method, path, params = {}, query = {}, headers: others = {}, body }: ShownRequest) {
  const { level, id } = useScope()
  const operation = operationAt(method.toLowerCase(), path)
  const permission = operation === null ? undefined : operationOf(operation).permission
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const headers = {
    Authorization: 'Bearer TOKEN',
    ...(level === 's' ? { 'X-Store-Id': id } : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...others,
  }
  const url = `${API_BASE}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
  return (
    <>
      <Text size="sm" mb="sm">
        {operation === null ? '' : `${operation}. `}
        {permission === undefined ? '' : `The token needs ${permission}.`}
      </Text>
      <CodeBlock label="curl" code={asCurl({ method, url, headers, body })} wrapped />
    </>
  )
}
