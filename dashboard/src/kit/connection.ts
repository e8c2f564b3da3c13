import { useSyncExternalStore } from 'react'
import { connectionNow, onConnection } from '../api/connection.ts'

/** Whether the API cannot be reached now. */
export function useIsLost(): boolean {
  return useSyncExternalStore(onConnection, () => connectionNow().isLost)
}
