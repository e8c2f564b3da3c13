import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { guardNewName } from '../authentication/guard-new-name.ts'
import { loginPassword } from '../authentication/password.ts'
import { createOne, updateOne } from '../kit/operations.ts'
import { addressOfRow } from '../kit/resource.ts'
import { collectionOf, newIn, pathOf, pathOfOne, type RouteDeps, schemasOf, sendOne, updateIn } from '../kit/routes.ts'
import { customers } from './customer.ts'
import { logInCustomer } from './log-in.ts'
import { signUpCustomer } from './sign-up.ts'

const config = { access: 'shopper', area: 'customers' } as const

export function routes(server: Server, deps: RouteDeps & Pick<Access, 'issue' | 'failures'>): void {
  server.post(pathOf(customers), { config, schema: create }, async (request, reply) => {
    const sent = newIn(customers, request) as { email: string }
    const { caller, clientAddress: address } = request
    const row =
      caller.role === 'seller'
        ? await createOne(deps, customers, collectionOf(customers, request), sent)
        : await signUpCustomer(deps, { owner: inStore(caller), sent, address })
    reply.code(201).header('location', addressOfRow(customers, row, deps.base_url))
    return sendOne(deps, customers, row, reply)
  })

  const updating = { config: { access: 'customer', area: 'customers' }, schema: schemasOf(customers).update } as const
  server.put(pathOfOne(customers), updating, async (request, reply) => {
    const update = updateIn(customers, request)
    const named = { resource: customers, member: 'email', scope: inStore(request.caller).store_id } as const
    const row = await guardNewName(deps, request, update, named, () =>
      updateOne(deps, customers, collectionOf(customers, request), update),
    )
    return sendOne(deps, customers, row, reply)
  })

  server.post('/v2/customers/tokens', { config, schema }, async ({ body, caller, clientAddress: address }, reply) => {
    const { email, password } = body.data
    const { organization_id, store_id } = inStore(caller)
    const token = await logInCustomer(deps, { organization_id, store_id, email, password, address })
    return reply.code(201).send({ data: { type: 'token' as const, ...token } })
  })
}

const kit = schemasOf(customers).create
const create = {
  ...kit,
  description: `${kit.description} Shoppers register themselves, unless the setting \`customer_self_signup\` of the store is false: then they get a 403. Their attempts are limited like logins.`,
}

const schema = {
  operationId: 'CreateCustomerToken',
  summary: 'Log a customer in',
  description:
    'Send the token as `X-Customer-Token` in addition to the access token. It stops working within 5 s after the password changes or the customer is deleted.',
  tags: [customers.tag],
  body: Data(
    Type.Object({
      type: ImpliedType('token'),
      authentication_mechanism: Type.Optional(
        Type.Literal('password', { description: 'The only way for customers to log in.' }),
      ),
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: loginPassword,
    }),
  ),
  response: {
    201: Data(
      Type.Object(
        {
          type: Type.Literal('token'),
          id: Type.String({ format: 'uuid' }),
          customer_id: Type.String({ format: 'uuid' }),
          token: Type.String(),
          expires: Type.Integer({ description: 'Seconds since the epoch.' }),
        },
        { $id: 'CustomerToken' },
      ),
    ),
  },
}
