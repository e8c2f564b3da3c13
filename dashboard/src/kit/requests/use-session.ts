import { useRouteContext } from '@tanstack/react-router'
import type { Session } from '../../api/session.ts'

export function useSession(): Session {
  return (useRouteContext({ strict: false }) as { session: Session }).session
}
