import { createContext, useContext } from 'react'
import type { Api } from '../api/client.ts'
import { type OperationId, operationOf } from '../api/operations.ts'

/** Store or organization that a page acts on. */
export type Scope = {
  /** Path segment: `s` for a store, `o` for the organization. */
  level: 's' | 'o'
  id: string
  name: string
  api: Api
  /** The person's permissions in this scope. */
  permissions: ReadonlySet<string>
}

export const ScopeContext = createContext<Scope | null>(null)

export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (scope === null) throw new Error('This component is used outside of a store and of an organization.')
  return scope
}

/** Reason why the person may not call an operation; null if allowed. */
export function whyForbidden(operation: OperationId, { permissions }: Pick<Scope, 'permissions'>): string | null {
  const { permission } = operationOf(operation)
  if (permission === undefined || permissions.has(permission)) return null
  // Owners cannot give what they do not have themselves.
  if (permission.startsWith('deployment:'))
    return `This needs the permission ${permission} of the role Operator, which who runs the server can give: tidings people invite --role operator --email YOUR_ADDRESS.`
  return `This needs the permission ${permission}. An owner of the organization can give it to you.`
}
