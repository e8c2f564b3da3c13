import type { ResponseOf } from '../../../api/queries.ts'
import type { Tone } from '../../../ui/status.tsx'

export type ExportJob = ResponseOf<'/v2/jobs'>['data'][number]

export const WHAT: Readonly<Record<ExportJob['what'], string>> = {
  customers: 'Customers',
  orders: 'Orders',
  products: 'Products',
  prices: 'Prices',
  'hierarchy-duplicate': 'Copy of a hierarchy',
}

const STATUS: Readonly<Record<ExportJob['status'], { tone: Tone; word: string }>> = {
  pending: { tone: 'waiting', word: 'Waiting' },
  processing: { tone: 'working', word: 'Writing' },
  complete: { tone: 'ok', word: 'Complete' },
  failed: { tone: 'failed', word: 'Failed' },
}

/** Status of an export. */
export function statusOf({ status, expires_at }: Pick<ExportJob, 'status' | 'expires_at'>, now: number) {
  return isExpired(expires_at, now) ? { tone: 'off' as const, word: 'Expired' } : STATUS[status]
}

export function isUnfinished({ status }: Pick<ExportJob, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

/** True if there is a file to download. */
export function hasFile({ what, status, expires_at }: ExportJob, now: number): boolean {
  return what !== 'hierarchy-duplicate' && status === 'complete' && !isExpired(expires_at, now)
}

function isExpired(expires_at: string | null, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now
}
