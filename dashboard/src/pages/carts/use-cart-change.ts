import type { Api } from '../../api/client.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { STALE } from './reads.ts'

/** Change of a cart that invalidates everything shown about carts. */
export function useCartChange<V = void, R = unknown>(
  run: (api: Api, variables: V) => Promise<{ data?: R }>,
  onDone?: (result: R) => void,
) {
  return useChange<V, R>({ stale: STALE, run, ...(onDone === undefined ? {} : { onDone }) })
}

export function useCloseToCart(cart_id: string): () => void {
  const back = usePaths().cart(cart_id)
  const goTo = useGoTo()
  return () => goTo(back)
}
