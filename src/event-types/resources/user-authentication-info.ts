import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

export const UserAuthenticationInfo = Type.Object({
  type: Type.Literal('user_authentication_info'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps, ...Timestamps.properties, creation_status: Type.String() }),
})
export type UserAuthenticationInfo = Static<typeof UserAuthenticationInfo>

export const userAuthenticationInfoEvents = eventsOf({
  entity: 'User authentication info',
  prefix: 'user-authentication-info',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: UserAuthenticationInfo }),
  sample: (source, action): { data: UserAuthenticationInfo } => ({
    data: {
      type: 'user_authentication_info',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      links: links(source, `/authentication-realms/${relatedId(source.id, 1)}/user-authentication-info/${source.id}`),
      meta: { timestamps: timestamps(source, action), ...timestamps(source, action), creation_status: 'COMPLETE' },
    },
  }),
  actions: {
    created: 'Emitted when a user who can sign in is added to an authentication realm.',
    updated: 'Emitted when the name or e-mail address of a user who can sign in changes. Passwords change silently.',
    deleted: 'Emitted when a user who can sign in is removed from an authentication realm.',
  },
})
