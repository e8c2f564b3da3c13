import { useLoggedIn } from '../../frame/session-state.tsx'
import type { Scope } from '../../kit/scope.ts'

/** The deployment as an operator may act on it. Its calls name no store: the token of the person is enough. */
export function useDeployment(): Scope {
  const { api, current } = useLoggedIn()
  const { id, permissions } = current.organization
  return { level: 'o', id, name: 'System', api, permissions: new Set(permissions) }
}
