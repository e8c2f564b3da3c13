import { Status } from '../../../ui/status.tsx'

/** Only products that are live are published. */
export function ProductStatus({ status }: { status: 'draft' | 'live' }) {
  return status === 'live' ? <Status tone="ok">Live</Status> : <Status tone="off">Draft</Status>
}
