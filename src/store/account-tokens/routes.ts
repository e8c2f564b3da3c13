import { type Static, Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { loginPassword } from '../authentication/password.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { logInMember, type Proof } from './log-in.ts'

const TYPE = 'account_management_authentication_token'

export function routes(server: Server, deps: RouteDeps & Pick<Access, 'issue' | 'failures'>): void {
  const options = { config: { access: 'shopper', area: 'customers' }, schema } as const
  server.post('/v2/account-members/tokens', options, async ({ body, caller, clientAddress: address }, reply) => {
    const { username, account_id = null } = body.data
    const password_profile_id = body.data.password_profile_id.toLowerCase()
    const { organization_id, store_id } = inStore(caller)
    const logIn = {
      organization_id,
      store_id,
      password_profile_id,
      username,
      account_id,
      address,
      ...proofIn(body.data),
    }
    const tokens = await logInMember(deps, logIn)
    return reply.code(201).send({ data: tokens.map((token) => ({ type: TYPE as typeof TYPE, ...token })) })
  })
}

const LogIn = Type.Object({
  type: ImpliedType(TYPE),
  authentication_mechanism: Type.Enum(['password', 'passwordless']),
  password_profile_id: Type.String({
    format: 'uuid',
    description: 'Id of the password profile that has the username.',
  }),
  username: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.Optional({ ...loginPassword, description: 'For `password`.' }),
  one_time_password_token: Type.Optional(
    Type.String({
      maxLength: 64,
      writeOnly: true,
      description: 'For `passwordless`: the code sent for `passwordless_authentication`.',
    }),
  ),
  account_id: Type.Optional(Type.String({ format: 'uuid', description: 'Limits the response to this account.' })),
})

function proofIn(data: Static<typeof LogIn>): Proof {
  const { authentication_mechanism, password, one_time_password_token } = data
  if (authentication_mechanism === 'password') {
    if (password !== undefined) return { authentication_mechanism, password }
    throw missingMember('password')
  }
  if (one_time_password_token !== undefined) return { authentication_mechanism, one_time_password_token }
  throw missingMember('one_time_password_token')
}

function missingMember(name: string) {
  return invalid([{ detail: `data.${name} is required.`, pointer: `/data/${name}` }])
}

const schema = {
  operationId: 'CreateAccountMemberToken',
  summary: 'Log an account member in',
  description:
    'Returns a token for each account of the member, at most 100, sorted by account name. Send it as `X-Account-Token` in addition to the access token. It stops working within 5 s after the password changes or the membership ends.',
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
