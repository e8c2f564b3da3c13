import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverWithoutDatabase } from '../../../scripts/generate/openapi.ts'
import type { Caller } from '../../../src/http/callers/caller.ts'
import { accessOf, accessSentence, type OperationAccess } from '../../../src/http/document/access.ts'
import type { OpenApi, Operation } from '../../../src/http/document/named-parts.ts'
import { operationsOf } from '../../../src/http/document/operations.ts'
import type { Server } from '../../../src/http/server.ts'
import {
  OWNER_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
} from '../../../src/kernel/permissions.ts'
import { callerOf } from '../../support/people/callers.ts'

type Described = {
  operation: Operation
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  permission: Permission | null
}

/** Status of a request that the guard admits, which ends before its body is read. */
const ADMITTED = 299

let server: Server
let operations: Described[]
beforeAll(async () => {
  server = await serverWithoutDatabase(callerWith, (routes) => {
    routes.addHook('preParsing', async (_request, reply) => reply.code(ADMITTED).send())
  })
  operations = describedIn(server.swagger() as unknown as OpenApi).filter(({ operation }) => !isPublic(operation))
})
afterAll(() => server.close())

/** The token lists the permissions. */
async function callerWith(token: string): Promise<Caller> {
  const permissions = new Set(token.split(',').slice(1)) as Caller['permissions']
  return { ...(await callerOf('seller')), permissions }
}

function describedIn(document: OpenApi): Described[] {
  return operationsOf<Operation>(document).map(({ path, method, operation }) => ({
    operation,
    method: method.toUpperCase() as Described['method'],
    url: path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000001'),
    permission: (operation as { 'x-permission'?: Permission })['x-permission'] ?? null,
  }))
}

function isPublic(operation: Operation): boolean {
  return accessOf(operation as OperationAccess) === 'public'
}

/** Routes for a person's own access, which need no role. */
function isOwn(operation: Operation): boolean {
  return accessOf(operation as OperationAccess) === 'person'
}

/** Sends every operation with a body that is not JSON, and returns those whose response contradicts the permissions. */
async function wronglyJudged(permissionsFor: (needed: Permission | null) => Iterable<Permission>): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { operation, method, url, permission } of operations) {
    const permissions = new Set(permissionsFor(permission))
    const { statusCode, body } = await server.inject({
      method,
      url,
      headers: { authorization: `Bearer with,${[...permissions].join(',')}`, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { payload: '{ not JSON' }),
    })
    const isAllowed = permission === null || permissions.has(permission)
    const isRight = isAllowed ? statusCode === ADMITTED : statusCode === 403 && body.includes(`\`${permission}\``)
    if (!isRight) found.push({ operation: operation.operationId, permission, statusCode, body })
  }
  return found
}

describe('every operation of the document', () => {
  test.each(Object.keys(ROLES) as Role[])(
    'admits a person with the role %s exactly where the role permits it',
    async (role) => {
      expect(await wronglyJudged(() => permissionsOf([role]))).toEqual([])
    },
  )

  test('admits an unlimited key everywhere except at the deployment', async () => {
    expect(await wronglyJudged(() => OWNER_PERMISSIONS)).toEqual([])
  })

  test('admits a key that is limited to its permission', async () => {
    expect(await wronglyJudged((needed) => (needed === null ? [] : [needed]))).toEqual([])
  })

  test('rejects a key with every other permission', async () => {
    expect(await wronglyJudged((needed) => PERMISSIONS.filter((permission) => permission !== needed))).toEqual([])
  })

  test('has a sentence that names its permission, and documents the error', () => {
    const wrong = operations.filter(({ operation, permission }) => {
      const described = accessSentence(operation as OperationAccess)
      return !(
        (operation.responses[403] ?? operation.responses.default) !== undefined &&
        (permission === null || isOwn(operation) || described.includes(`\`${permission}\``))
      )
    })
    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([])
  })

  test('needs read permission for GET and write otherwise, unless it only reads', () => {
    const other = operations.filter(({ method, permission, operation }) => {
      if (isOwn(operation)) return false
      const [, action] = permission?.split(':') ?? []
      return action !== (method === 'GET' ? 'read' : 'write')
    })
    expect(other.map(({ operation, permission }) => [operation.operationId, permission])).toEqual([
      ['ListStores', null],
      ['GetStore', null],
      ['GetOrganization', null],
      ['GetSecret', 'integrations:secrets'],
      ['PreviewReplay', 'integrations:read'],
      ['PreviewJobRun', 'integrations:read'],
      ['Search', null],
      ['GetInventories', 'inventory:read'],
      ['SearchCatalog', 'catalog:read'],
      ['TryPromotion', 'promotions:read'],
      ['PreviewRefund', 'orders:read'],
    ])
  })
})

test('a limited key has the same limits in the storefront as in the API', async () => {
  const ask = (permission: Permission) =>
    server.inject({ url: '/storefront/carts/shop/default', headers: { authorization: `Bearer with,${permission}` } })
  expect((await ask('orders:read')).statusCode).toBe(403)
  expect((await ask('orders:write')).statusCode).toBe(ADMITTED)
})
