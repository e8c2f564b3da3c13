import { useSyncExternalStore } from 'react'
import { connectionNow, onConnection } from '../api/connection.ts'

export function useIsLost(): boolean {
  return useSyncExternalStore(onConnection, () => connectionNow().isLost)
}
