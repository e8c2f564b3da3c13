import { Status } from '../../../ui/status.tsx'

/** Only live products are published. */
export function ProductStatus({ status }: { status: 'draft' | 'live' }) {
  return status === 'live' ? <Status tone="ok">Live</Status> : <Status tone="off">Draft</Status>
}
