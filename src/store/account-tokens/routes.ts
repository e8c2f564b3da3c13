import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import type { Server } from '../../http/server.ts'
import { checkBodyOf } from '../../http/validation/check-body.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { accountMembers } from '../account-members/account-member.ts'
import { loginPassword, newPassword } from '../authentication/password.ts'
import type { RouteDeps } from '../kit/routes.ts'
import {
  type LoggedIn,
  type LogInDeps,
  logInMember,
  MAX_ACCOUNTS,
  type LogIn as MemberLogIn,
  type Proof,
  renewTokens,
} from './log-in.ts'
import { type SignUp, signUpMember } from './sign-up.ts'

const TYPE = 'account_management_authentication_token'

type Deps = RouteDeps & Pick<Access, 'issue' | 'failures'>

export function routes(server: Server, deps: Deps): void {
  const options = { config: { access: 'shopper', area: 'customers' }, schema } as const
  server.post('/v2/account-members/tokens', options, async (request, reply) => {
    const { member_id, tokens } = await proceed(deps, request, request.body.data)
    const rows = tokens.map((token) => ({ type: TYPE as typeof TYPE, ...token }))
    const total = { total: rows.length, total_method: 'exact' } as const
    const envelope = listEnvelope({
      rows,
      request: PAGE,
      page: { total, more: false },
      address: addressOf(deps.base_url, request.url),
    })
    return reply.code(201).send({ ...envelope, meta: { ...envelope.meta, account_member_id: member_id } })
  })
}

function proceed(deps: Deps, request: FastifyRequest, data: LogInBody): Promise<LoggedIn> {
  const { caller, clientAddress } = request
  switch (data.authentication_mechanism) {
    case TYPE:
      return renew(deps, caller, data)
    case 'self_signup':
      return signUpMember(deps, inStore(caller), signUpOf(request, data))
    case 'password':
    case 'passwordless':
      return logInMember(deps, logInOf(inStore(caller), data, clientAddress))
  }
}

/** The response is always a single page. */
const PAGE: ListRequest = {
  limit: MAX_ACCOUNTS,
  offset: 0,
  max_offset: 0,
  where: null,
  sort: [],
  total_method: 'exact',
}

/** Renews the token of a member, or issues one for another account. */
async function renew(deps: Pick<LogInDeps, 'db' | 'issue'>, caller: Caller, data: LogInBody) {
  const { account_id = null } = data
  const { account_member_id: member_id, account_token_generations: token_generations } = caller
  if (member_id === null || token_generations === null) throw new AppError('unauthenticated', [NEEDS_TOKEN])
  return renewTokens(deps, { store_id: inStore(caller).store_id, member_id, account_id, token_generations })
}

const NEEDS_TOKEN = {
  detail: `authentication_mechanism ${TYPE} requires the token of an account member in the header X-Account-Token.`,
  header: 'X-Account-Token',
}

const NO_PROVIDER = 'Members log in with a password or a one-time password.'
const REFUSED = {
  'x-refused': {
    oauth_authorization_code: NO_PROVIDER,
    oauth_redirect_uri: NO_PROVIDER,
    oauth_code_verifier: NO_PROVIDER,
  },
}

const LogIn = Type.Object(
  {
    type: ImpliedType(TYPE),
    authentication_mechanism: Type.Enum(['password', 'passwordless', 'self_signup', TYPE], {
      description:
        '`self_signup`: creates the member, if the setting `enable_self_signup` is true. ' +
        `\`${TYPE}\`: the token of a member in \`X-Account-Token\` is renewed, or exchanged for one of another account.`,
    }),
    password_profile_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'For a login: the password profile of the username.' }),
    ),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'For a login.' })),
    password: Type.Optional({
      ...loginPassword,
      description: 'For `password` and `self_signup`; a new one has at least 8 characters.',
    }),
    one_time_password_token: Type.Optional(
      Type.String({
        maxLength: 64,
        writeOnly: true,
        description: 'For `passwordless`: the code sent for `passwordless_authentication`.',
      }),
    ),
    account_id: Type.Optional(Type.String({ format: 'uuid', description: 'Limits the response to this account.' })),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'For `self_signup`: the name of the person.' })),
    email: Type.Optional(
      Type.String({ maxLength: 254, description: "For `self_signup`: the person's e-mail address." }),
    ),
  },
  REFUSED,
)

type LogInBody = Static<typeof LogIn>

function logInOf(
  { organization_id, store_id }: Pick<MemberLogIn, 'organization_id' | 'store_id'>,
  data: LogInBody,
  address: string,
): MemberLogIn {
  const { username, password_profile_id, account_id = null } = data
  const missing = ['password_profile_id', 'username'].filter((name) => !Object.hasOwn(data, name))
  if (username === undefined || password_profile_id === undefined) throw missingMembers(missing)
  const profile = { password_profile_id: password_profile_id.toLowerCase(), username, account_id, address }
  return { organization_id, store_id, ...profile, ...proofIn(data) }
}

const SignUpBody = Data(
  Type.Object({
    password_profile_id: Type.String({ format: 'uuid' }),
    username: Type.String({ minLength: 1, maxLength: 254 }),
    password: newPassword,
    name: Type.String({ minLength: 1, maxLength: 255 }),
    email: Type.String({ format: 'email', maxLength: 254 }),
  }),
)

function signUpOf(request: FastifyRequest, data: LogInBody): SignUp {
  const { password_profile_id, username, password, name, email } = data
  const body = { data: { password_profile_id, username, password, name, email } }
  checkBodyOf(request, SignUpBody, body)
  const checked = (body as Static<typeof SignUpBody>).data
  const profile_id = checked.password_profile_id.toLowerCase()
  return { ...checked, password_profile_id: profile_id, address: request.clientAddress }
}

function proofIn({ authentication_mechanism, password, one_time_password_token }: LogInBody): Proof {
  if (authentication_mechanism === 'passwordless') {
    if (one_time_password_token !== undefined) return { authentication_mechanism, one_time_password_token }
    throw missingMembers(['one_time_password_token'])
  }
  if (password !== undefined) return { authentication_mechanism: 'password', password }
  throw missingMembers(['password'])
}

function missingMembers(names: readonly string[]) {
  return invalid(names.map((name) => ({ detail: `data.${name} is required.`, pointer: `/data/${name}` })))
}

const Tokens = listSchema(
  Type.Object(
    {
      type: Type.Literal(TYPE),
      account_id: Type.String({ format: 'uuid' }),
      account_name: Type.String(),
      token: Type.String(),
      expires: Type.String({ format: 'date-time' }),
    },
    { $id: 'AccountToken' },
  ),
)

const schema = {
  operationId: 'CreateAccountMemberToken',
  summary: 'Log an account member in',
  description:
    'With `self_signup` registers the member first. Returns a token for each account of the member, at most 100, sorted by account name. Send it as `X-Account-Token` in addition to the access token. It stops working within 5 s after the password changes or the membership ends.',
  tags: [accountMembers.tag],
  body: Data(LogIn),
  response: {
    201: Type.Object({
      ...Tokens.properties,
      meta: Type.Object({
        ...Tokens.properties.meta.properties,
        account_member_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
          description: 'The member who logged in; null for a user who is not an account member.',
        }),
      }),
    }),
  },
}
