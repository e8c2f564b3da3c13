import { type Static, Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { inStore } from '../../http/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { accountMembershipsOfMember } from '../account-memberships/account-membership.ts'
import { givenPassword } from '../authentication/password.ts'
import { type RouteDeps, resourceRoutes } from '../kit/routes.ts'
import { accountMembers } from './account-member.ts'
import { logInMember, type Proof } from './log-in.ts'

const TYPE = 'account_management_authentication_token'

export function routes(server: Server, deps: RouteDeps & Pick<Access, 'issue' | 'failures'>): void {
  resourceRoutes(server, deps, accountMembershipsOfMember, ['list', 'get'])

  const options = { config: { access: 'shopper' }, schema } as const
  server.post('/v2/account-members/tokens', options, async ({ body, caller, clientAddress: address }, reply) => {
    const { username, account_id = null } = body.data
    const password_profile_id = body.data.password_profile_id.toLowerCase()
    const { store_id } = inStore(caller)
    const given = { store_id, password_profile_id, username, account_id, address, ...proofIn(body.data) }
    const tokens = await logInMember(deps, given)
    return reply.code(201).send({ data: tokens.map((token) => ({ type: TYPE as typeof TYPE, ...token })) })
  })
}

const LogIn = Type.Object({
  type: Type.Literal(TYPE),
  authentication_mechanism: Type.Enum(['password', 'passwordless']),
  password_profile_id: Type.String({ format: 'uuid', description: 'The profile that the username is of.' }),
  username: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.Optional({ ...givenPassword, description: 'For `password`.' }),
  one_time_password_token: Type.Optional(
    Type.String({
      maxLength: 64,
      writeOnly: true,
      description: 'For `passwordless`: the code that was sent for `passwordless_authentication`.',
    }),
  ),
  account_id: Type.Optional(Type.String({ format: 'uuid', description: 'The one account that is wanted.' })),
})

function proofIn(data: Static<typeof LogIn>): Proof {
  const { authentication_mechanism, password, one_time_password_token } = data
  if (authentication_mechanism === 'password') {
    if (password !== undefined) return { authentication_mechanism, password }
    throw missing('password')
  }
  if (one_time_password_token !== undefined) return { authentication_mechanism, one_time_password_token }
  throw missing('one_time_password_token')
}

function missing(name: string) {
  return invalid([{ detail: `data.${name} is required.`, pointer: `/data/${name}` }])
}

const schema = {
  operationId: 'CreateAccountMemberToken',
  summary: 'Log an account member in',
  description:
    'A token for each account that the member belongs to, up to 100, by name. Send it as `X-Account-Token` beside the access token. It stops working within 5 s when the password changes or the membership ends.',
  tags: [accountMembers.tag],
  body: Data(LogIn),
  response: {
    201: Data(
      Type.Array(
        Type.Object(
          {
            type: Type.Literal(TYPE),
            account_id: Type.String({ format: 'uuid' }),
            account_name: Type.String(),
            token: Type.String(),
            expires: Type.Integer({ description: 'Seconds since the epoch.' }),
          },
          { $id: 'AccountToken' },
        ),
      ),
    ),
  },
}
