import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps, ToOne } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

export const Account = Type.Object({
  type: Type.Literal('account'),
  id: Id,
  name: Type.String(),
  legal_name: Type.String(),
  registration_id: Type.String({ description: 'Number of the company in its register.' }),
  external_ref: Type.String({ description: 'What another system calls it.' }),
  account_tag_ids: Type.Array(Id, { description: 'Tags that catalog rules refer to.' }),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
  relationships: Type.Object({
    parent: Type.Optional(ToOne('account')),
    ancestors: Type.Array(Type.Object({ type: Type.Literal('account'), id: Id }), {
      description: 'The accounts above it, from the root down to its parent.',
    }),
  }),
})
export type Account = Static<typeof Account>

export const accountEvents = eventsOf({
  entity: 'Account',
  prefix: 'account',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Account }),
  sample: (source, action): { data: Account } => {
    const parent = { type: 'account', id: relatedId(source.id, 1) } as const
    return {
      data: {
        type: 'account',
        id: source.id,
        name: 'Marsh Interiors West',
        legal_name: 'Marsh Interiors West LLC',
        registration_id: '2026-114-907',
        external_ref: 'crm-20881',
        account_tag_ids: [],
        links: links(source, `/accounts/${source.id}`),
        meta: { timestamps: timestamps(source, action) },
        relationships: { parent: { data: parent }, ancestors: [parent] },
      },
    }
  },
  actions: {
    created: 'Emitted when an account, such as a company that buys, is created.',
    updated: 'Emitted when the names, references or parent of an account change.',
    deleted: 'Emitted when an account is deleted.',
  },
})
