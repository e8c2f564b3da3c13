import { ONE_TIME } from '../../../../src/event-types/event.ts'
import { receiver } from '../../servers/listening.ts'
import { webhookAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'

const common = { kind: 'webhook', next: 'final', overload: false } as const

const withPayload = (payload: object) => ({
  provoke: async (keep: Keep) => ({
    ...webhookAt(keep(await receiver())),
    event: { triggered_by: ONE_TIME, id: PAST, payload: JSON.stringify(payload) },
  }),
})

/** An event id of the year 2024. */
const PAST = '018f0000-0000-7000-8000-000000000000'

/** Events with a one-time password, which are encrypted and only sent while the password is valid. */
export const oneTimePasswords: readonly Failure[] = [
  {
    ...common,
    id: 'password-expired',
    cause: 'The one-time password of the event expired before it could be delivered, after ten minutes at most.',
    message: 'The one-time password of this event has expired: it is no longer sent.',
    remedy: 'Correct what made the earlier attempts fail; the shopper requests another password.',
    ...withPayload({ data: { type: 'one_time_password_token_request' } }),
  },
  {
    ...common,
    id: 'password-sealed',
    cause: 'The event was encrypted with a key that the process which delivers does not have.',
    message: 'The event cannot be opened: it was encrypted with a key that this process does not have.',
    remedy: 'An operator starts all processes with the same `TIDINGS_ENCRYPTION_KEY`.',
    ...withPayload({ sealed: 'c2VhbGVk', expires_at: Date.parse('2100-01-01') }),
  },
]
