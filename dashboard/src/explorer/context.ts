import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Explorer } from './explorer.ts'
import type { State } from './state.ts'

export const ExplorerContext = createContext<Explorer | null>(null)

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext)
  if (explorer === null) throw new Error('There is no explorer around this component.')
  return explorer
}

export function useExplorerState(): State {
  const { subscribe, getState } = useExplorer()
  return useSyncExternalStore(subscribe, getState)
}
