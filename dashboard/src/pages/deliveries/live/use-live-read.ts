import type { UseQueryResult } from '@tanstack/react-query'
import type { GetInit, GetPath, ResponseOf } from '../../../api/queries.ts'
import { useRead } from '../../../kit/requests/use-read.ts'

const POLL_INTERVAL_MS = 1_000

/** Read that polls as long as its result still changes. */
export function useLiveRead<P extends GetPath>(
  path: P,
  init: GetInit<P>,
  isChanging: (found: ResponseOf<P>) => boolean,
): UseQueryResult<ResponseOf<P>> {
  const query = useRead(path, init)
  const enabled = query.data !== undefined && isChanging(query.data)
  // Same cache key as above, with polling while enabled.
  useRead(path, init, { enabled, ...(enabled ? { every_ms: POLL_INTERVAL_MS } : {}) })
  return query
}
