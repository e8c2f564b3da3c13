import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { Id, Time } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { relatedId } from '../samples.ts'

export const OneTimePasswordTokenRequest = Type.Object({
  type: Type.Literal('one_time_password_token_request'),
  id: Id,
  authentication_realm_id: Id,
  password_profile_id: Id,
  purpose: Type.Enum(['reset_password', 'passwordless_authentication']),
  one_time_password_token: Type.String({ description: 'The code, to be sent to the user. It expires and works once.' }),
  user_authentication_info: Type.Object({ id: Id, email: Type.String(), name: Type.String() }),
  user_authentication_password_profile_info: Type.Object({
    id: Id,
    password_profile_id: Id,
    username: Type.String(),
  }),
  created_at: Time,
  updated_at: Time,
  expires_at: Time,
})
export type OneTimePasswordTokenRequest = Static<typeof OneTimePasswordTokenRequest>

export const oneTimePasswordTokenRequestEvents = eventsOf({
  entity: 'One-time password token request',
  prefix: 'one-time-password-token-request',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: OneTimePasswordTokenRequest }),
  sample: (source): { data: OneTimePasswordTokenRequest } => {
    const password_profile_id = relatedId(source.id, 2)
    return {
      data: {
        type: 'one_time_password_token_request',
        id: source.id,
        authentication_realm_id: relatedId(source.id, 1),
        password_profile_id,
        purpose: 'reset_password',
        one_time_password_token: '482915',
        user_authentication_info: { id: relatedId(source.id, 3), email: 'ada.marsh@example.com', name: 'Ada Marsh' },
        user_authentication_password_profile_info: {
          id: relatedId(source.id, 4),
          password_profile_id,
          username: 'ada.marsh@example.com',
        },
        created_at: isoTime(source.time),
        updated_at: isoTime(source.time),
        expires_at: isoTime(source.time + 600_000),
      },
    }
  },
  actions: {
    created:
      'Emitted when an existing user asks for a one-time password; carries the code, for a receiver that sends it on.',
  },
})
