/** Number of integrations by the state of their delivery. */
export type Deliveries = { delivered: number; waiting: number; failed: number; cancelled: number }

type Job = { status: 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled' }

export function countDeliveries(jobs: readonly Job[]): Deliveries {
  const count = (...statuses: Job['status'][]) => jobs.filter(({ status }) => statuses.includes(status)).length
  return {
    delivered: count('succeeded'),
    waiting: count('pending', 'delivering'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  }
}
