import { useLoggedIn } from '../../frame/session-state.tsx'
import type { Scope } from '../../kit/scope.ts'

/** Scope of the deployment. Its requests name no store, because the person's token suffices. */
export function useDeployment(): Scope {
  const { api, current } = useLoggedIn()
  const { id, permissions } = current.organization
  return { level: 'o', id, name: 'System', api, permissions: new Set(permissions) }
}
