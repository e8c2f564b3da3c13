import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { PERMISSIONS, ROLES, type Role } from '../../kernel/permissions.ts'
import { Id, ImpliedType, Time } from '../../kernel/schemas.ts'
import { PasskeyCredential } from '../passkeys/passkey.ts'
import { Email, OwnPassword } from '../person.ts'
import type { SessionRow } from '../sql/sessions.ts'
import type { LogIn } from './log-in.ts'
import type { Begun } from './start.ts'
import { endOf } from './times.ts'

export const OneTimeCode = Type.String({
  minLength: 6,
  maxLength: 16,
  writeOnly: true,
  description: 'The six digits that the app shows. Each is accepted once.',
})

export const SessionCreate = Type.Object(
  {
    type: ImpliedType('session'),
    email: Type.Optional({ ...Email, description: 'With `password`.' }),
    password: Type.Optional({ ...OwnPassword, description: 'With `email`.' }),
    organization_id: Type.Optional({
      ...Id,
      description: 'Where the same address and password are good in several organizations.',
    }),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, writeOnly: true, description: 'Code of a log-in link, sent alone.' }),
    ),
    challenge: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'From the first step, with one of the two codes below.',
      }),
    ),
    one_time_code: Type.Optional(OneTimeCode),
    recovery_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        writeOnly: true,
        description: 'Replaces a one-time code; works once.',
      }),
    ),
    passkey: Type.Optional(PasskeyCredential),
  },
  { $id: 'SessionCreate' },
)
export type SessionCreate = Static<typeof SessionCreate>

export const SessionTokenResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('session'),
    access_token: Type.String({ description: 'Send it as `Authorization: Bearer ACCESS_TOKEN`. Keep it in memory.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds from now. Then refresh the session.' }),
    expires: Type.Integer({ description: 'Seconds since the epoch.' }),
  },
  { $id: 'SessionToken' },
)

export const SessionStepResource = Type.Object(
  {
    type: Type.Literal('session_step'),
    needs: Type.Enum(['second_factor', 'organization'], {
      type: 'string',
      title: 'SessionNeeds',
      description:
        '`second_factor`: send `challenge` with a code. `organization`: send the same again with `organization_id`.',
    }),
    challenge: Type.Union([Type.String(), Type.Null()], { description: 'Valid for 5 minutes, for this purpose only.' }),
    organizations: Type.Array(Type.Object({ id: Id, name: Type.String() }, { title: 'NamedOrganization' })),
  },
  { $id: 'SessionStep' },
)

const RoleNames = Type.Array(Type.Enum(Object.keys(ROLES) as Role[], { type: 'string', title: 'RoleName' }))
const Permissions = Type.Array(Type.Enum([...PERMISSIONS], { type: 'string', title: 'Permission' }))

export const CurrentSession = Type.Object(
  {
    id: Id,
    type: Type.Literal('session'),
    person: Type.Object(
      {
        id: Id,
        email: Type.String(),
        name: Type.String(),
        second_factor: Type.Boolean(),
        password: Type.Boolean(),
        provider: Type.Boolean({ description: 'Whether the OpenID Connect provider knows the person.' }),
      },
      { title: 'PersonOfSession' },
    ),
    organization: Type.Object(
      { id: Id, name: Type.String(), roles: RoleNames, permissions: Permissions },
      { title: 'OrganizationOfSession', description: 'With what the person may do in it and in all its stores.' },
    ),
    stores: Type.Array(
      Type.Object(
        { id: Id, name: Type.String(), scope: Type.String(), roles: RoleNames, permissions: Permissions },
        { title: 'StoreOfSession' },
      ),
      {
        description: 'Stores in which the person has a role, at most 1000, sorted by name. Act on one by `X-Store-Id`.',
      },
    ),
    expires_at: { ...Time, description: 'When the session ends unless it is refreshed.' },
    ends_at: { ...Time, description: 'When the session ends, however it is used.' },
  },
  { $id: 'CurrentSession' },
)
export type CurrentSession = Static<typeof CurrentSession>

export const SessionResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('session'),
    current: Type.Boolean({ description: 'Whether it is the session of the access token.' }),
    user_agent: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Network address of the log-in.' }),
    created_at: Time,
    used_at: Time,
    expires_at: { ...Time, description: 'When it ends unless it is refreshed.' },
  },
  { $id: 'PersonSession' },
)

export const LogInMethods = Type.Object(
  {
    type: Type.Literal('log_in_methods'),
    password: Type.Boolean({ description: 'Whether people log in with a password (`TIDINGS_PASSWORDS`).' }),
    oidc: Type.Union(
      [
        Type.Object(
          { log_in_url: Type.String(), log_out_url: Type.Union([Type.String(), Type.Null()]) },
          { title: 'OidcLogIn', description: 'URLs for a browser: to log in, and to log out at the provider too.' },
        ),
        Type.Null(),
      ],
      { description: 'The OpenID Connect provider (`TIDINGS_OIDC_ISSUER`); null without one.' },
    ),
    passkeys: Type.Object(
      {
        origin: Type.Union([Type.String(), Type.Null()], { description: 'Only its pages can use passkeys.' }),
        reason: Type.Union([Type.String(), Type.Null()], {
          description: 'Why passkeys are unavailable; null with an origin.',
        }),
      },
      { title: 'PasskeyLogIn' },
    ),
    has_people: Type.Boolean({ description: 'False until the first person exists: `tidings people invite`.' }),
  },
  { $id: 'LogInMethods' },
)

export const sessionList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    used_at: { kind: 'time', column: 'used_at' },
  },
  default_sort: '-created_at',
  max_offset: null,
}

export function presentSession(row: SessionRow, current_id: string): Static<typeof SessionResource> {
  return {
    id: row.id,
    type: 'session',
    current: row.id === current_id,
    user_agent: row.user_agent,
    address: row.address,
    created_at: row.created_at.toISOString(),
    used_at: row.used_at.toISOString(),
    expires_at: endOf(row).toISOString(),
  }
}

export function presentToken({
  session_id,
  access_token,
  expires_in,
  expires,
}: Omit<Begun, 'refresh_token' | 'ends_at'>) {
  return { id: session_id, type: 'session' as const, access_token, token_type: 'Bearer' as const, expires_in, expires }
}

export function isBegun(logIn: LogIn): logIn is Begun {
  return 'access_token' in logIn
}

export function presentStep(step: Exclude<LogIn, Begun>): Static<typeof SessionStepResource> {
  const nothing = { challenge: null, organizations: [] }
  return { type: 'session_step', ...nothing, ...step }
}
