import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, relatedId, ToMany, ToOne, timestamps } from './nouns.ts'

const Account = Type.Object({
  type: Type.Literal('account'),
  id: Id,
  name: Type.String(),
  legal_name: Type.String(),
  registration_id: Type.String({ description: 'Number of the company in its register.' }),
  external_ref: Type.String({ description: 'What another system calls it.' }),
  links: Links,
  meta: Meta,
  relationships: Type.Object({
    parent: Type.Optional(ToOne('account')),
    ancestors: ToMany('account'),
  }),
})

const Payload = Type.Object({ data: Account })

const account: EventSource<typeof Payload> = {
  entity: 'Account',
  prefix: 'account',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => {
    const parent = { type: 'account', id: relatedId(source.id, 1) } as const
    return {
      data: {
        type: 'account',
        id: source.id,
        name: 'Marsh Interiors West',
        legal_name: 'Marsh Interiors West LLC',
        registration_id: '2026-114-907',
        external_ref: 'crm-20881',
        links: links(source, `/accounts/${source.id}`),
        meta: { timestamps: timestamps(source, occasion) },
        relationships: { parent: { data: parent }, ancestors: { data: [parent] } },
      },
    }
  },
}

export const accountEvents = eventsOf(account, {
  created: 'Fires when an account, such as a company that buys, is created.',
  updated: 'Fires when the names, references or parent of an account change.',
  deleted: 'Fires when an account is deleted.',
})
