import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Time } from '../../kernel/schemas.ts'
import { OwnProof } from '../person.ts'
import type { PasskeyRow } from '../sql/passkeys.ts'

/** Length in base64url: credential ids have at most 1,023 bytes. */
const MAX_ID_LENGTH = 1364

/** Result of `toJSON()` of a `PublicKeyCredential`; other members are ignored. */
export const PasskeyCredential = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, pattern: '^[\\w-]+$' }),
    response: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
  },
  {
    $id: 'PasskeyCredential',
    additionalProperties: true,
    description:
      'The `PublicKeyCredential` that the browser returns, as [JSON](https://www.w3.org/TR/webauthn-3/#dom-publickeycredential-tojson).',
  },
)
export type PasskeyCredential = Static<typeof PasskeyCredential>

const PasskeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const PasskeyResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('passkey'),
    name: Type.String(),
    backed_up: Type.Boolean({
      description: 'Whether it is backed up to other devices, so that losing one device does not lose it.',
    }),
    created_at: Time,
    last_used_at: Type.Union([Time, Type.Null()]),
  },
  { $id: 'Passkey' },
)
export type PasskeyResource = Static<typeof PasskeyResource>

export const PasskeyOptions = Type.Object(
  {
    type: Type.Literal('passkey_options'),
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For [`PublicKeyCredential.parse…OptionsFromJSON()`](https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). Valid once, for 5 minutes.',
      },
    ),
  },
  { $id: 'PasskeyOptions' },
)

export function passkeyOptions(options: object): Static<typeof PasskeyOptions> {
  return { type: 'passkey_options', options }
}

export const PasskeyProof = Type.Object({ type: ImpliedType('passkey'), password: OwnProof }, { $id: 'PasskeyProof' })

export const PasskeyCreate = Type.Object(
  {
    type: ImpliedType('passkey'),
    name: Type.Optional({ ...PasskeyName, description: 'Default: the name of the authenticator.' }),
    credential: PasskeyCredential,
  },
  { $id: 'PasskeyCreate' },
)

export const PasskeyUpdate = Type.Object({ type: ImpliedType('passkey'), name: PasskeyName }, { $id: 'PasskeyUpdate' })

export const passkeyList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    name: { kind: 'text', column: 'name' },
    last_used_at: { kind: 'time', column: 'last_used_at', nullable: true },
  },
  default_sort: 'id',
  max_offset: null,
}

export function presentPasskey({ id, name, backed_up, created_at, last_used_at }: PasskeyRow): PasskeyResource {
  return {
    id,
    type: 'passkey',
    name,
    backed_up,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

/** Identifies a person to an authenticator: the bytes of the id, which contain no personal data. */
export function userHandleOf(person_id: string): Buffer {
  return Buffer.from(person_id.replaceAll('-', ''), 'hex')
}
