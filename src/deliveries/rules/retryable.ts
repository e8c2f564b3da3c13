type Status = 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'

/** Why a job cannot be retried. */
export type RetryRefusal = 'integration_disabled' | 'delivering' | 'expired'

/** What else decides: whether its integration is enabled, and whether the content of its event may no longer be sent. */
export type RetryCircumstances = { isEnabled: boolean; isExpired: boolean }

/** Whether a job can be made due now; of any status but that of an attempt in flight. */
export function retryRefusal(status: Status, { isEnabled, isExpired }: RetryCircumstances): RetryRefusal | null {
  if (!isEnabled) return 'integration_disabled'
  if (status === 'delivering') return 'delivering'
  return isExpired ? 'expired' : null
}

/** Why a job cannot be cancelled. */
export type CancelRefusal = 'delivering' | 'over'

/** Whether a job can be cancelled: an attempt in flight is not interrupted. */
export function cancelRefusal(status: Status): CancelRefusal | null {
  if (status === 'pending') return null
  return status === 'delivering' ? 'delivering' : 'over'
}

export type Refusal = RetryRefusal | CancelRefusal
