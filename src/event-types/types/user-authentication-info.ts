import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, relatedId, Timestamps, timestamps } from './nouns.ts'

const UserAuthenticationInfo = Type.Object({
  type: Type.Literal('user_authentication_info'),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps, ...Timestamps.properties, creation_status: Type.String() }),
})

const Payload = Type.Object({ data: UserAuthenticationInfo })

const userAuthenticationInfo: EventSource<typeof Payload> = {
  entity: 'User authentication info',
  prefix: 'user-authentication-info',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'user_authentication_info',
      id: source.id,
      name: 'Ada Marsh',
      email: 'ada.marsh@example.com',
      links: links(source, `/authentication-realms/${relatedId(source.id, 1)}/user-authentication-info/${source.id}`),
      meta: { timestamps: timestamps(source, occasion), ...timestamps(source, occasion), creation_status: 'COMPLETE' },
    },
  }),
}

export const userAuthenticationInfoEvents = eventsOf(userAuthenticationInfo, {
  created: 'Fires when a user who can sign in is added to an authentication realm.',
  updated: 'Fires when the name or e-mail address of a user who can sign in changes. Passwords change silently.',
  deleted: 'Fires when a user who can sign in is removed from an authentication realm.',
})
