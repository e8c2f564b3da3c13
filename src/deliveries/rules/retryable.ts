type Status = 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'

export type RetryRefusal = 'integration_disabled' | 'delivering' | 'expired'

/** `isExpired` is true if the content of the event may no longer be sent. */
export type RetryCircumstances = { isEnabled: boolean; isExpired: boolean }

/** Reason why a job cannot be made due now; null if it can. Jobs of any status can, unless an attempt is in flight. */
export function retryRefusal(status: Status, { isEnabled, isExpired }: RetryCircumstances): RetryRefusal | null {
  if (!isEnabled) return 'integration_disabled'
  if (status === 'delivering') return 'delivering'
  return isExpired ? 'expired' : null
}

export type CancelRefusal = 'delivering' | 'over'

/** Reason why a job cannot be cancelled; null if it can. An attempt in flight is not interrupted. */
export function cancelRefusal(status: Status): CancelRefusal | null {
  if (status === 'pending') return null
  return status === 'delivering' ? 'delivering' : 'over'
}

export type Refusal = RetryRefusal | CancelRefusal
