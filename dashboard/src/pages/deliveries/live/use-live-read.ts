import type { UseQueryResult } from '@tanstack/react-query'
import type { GetInit, GetPath, ResponseOf } from '../../../api/queries.ts'
import { useRead } from '../../../kit/requests/use-read.ts'

const EVERY_MS = 1_000

/** A read that is repeated while what it gives still changes. */
export function useLiveRead<P extends GetPath>(
  path: P,
  init: GetInit<P>,
  isChanging: (found: ResponseOf<P>) => boolean,
): UseQueryResult<ResponseOf<P>> {
  const query = useRead(path, init)
  const enabled = query.data !== undefined && isChanging(query.data)
  // The same read, which is repeated as long as it is enabled.
  useRead(path, init, { enabled, ...(enabled ? { every_ms: EVERY_MS } : {}) })
  return query
}
