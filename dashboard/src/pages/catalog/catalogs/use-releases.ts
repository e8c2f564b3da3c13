import { useRead } from '../../../kit/requests/use-read.ts'
import { isInProgress } from './release-status.tsx'

const POLL_INTERVAL_MS = 2_000

/** Newest first. */
export function useReleases(catalog_id: string) {
  const params = { path: { catalog_id }, query: { 'page[limit]': 100 } }
  const { data } = useRead('/v2/catalogs/{catalog_id}/releases', { params })
  const isMoving = data?.data.some(({ meta }) => isInProgress(meta.release_status)) ?? false
  return useRead('/v2/catalogs/{catalog_id}/releases', { params }, isMoving ? { every_ms: POLL_INTERVAL_MS } : {})
}
