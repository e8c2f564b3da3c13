import { beforeAll, expect, test } from 'vitest'
import type { Server } from '../../../src/http/server.ts'
import { type BodyPlace, bodyPlaces, tagsOf } from '../../support/documents/body-places.ts'
import { describedServer } from '../../support/documents/described-server.ts'

const UUID = '00000000-0000-7000-8000-000000000000'

let server: Server
let typed: BodyPlace[]
beforeAll(async () => {
  const described = await describedServer()
  server = described.server
  typed = bodyPlaces(described.document as unknown as Record<string, unknown>).filter(
    ({ pointer, schema }) => /^\/data(?:\/0)?$/.test(pointer) && typeOf(schema) !== undefined,
  )
})

/** The only type that an object may have, or undefined. */
function typeOf(schema: BodyPlace['schema']): unknown {
  return tagsOf(schema).type
}

test('the type of a body is required only where several are possible, and in updates of integrations', () => {
  expect(typed.length).toBeGreaterThan(60)
  const required = typed.filter(({ schema }) => (schema.required as string[] | undefined)?.includes('type'))
  const names = required.map(({ operation, schema }) => `${operation} ${typeOf(schema)}`)
  expect([...new Set(names)].sort()).toEqual([
    'AddCartItems cart_item',
    'AddCartItems cart_items',
    'AddCartItems custom_item',
    'AddCartItems order_items',
    'AddCartItems promotion_item',
    'UpdateIntegration integration',
  ])
})

test('rejects another type with the expected one', async () => {
  for (const { method, path, operation, pointer, around, schema } of typed) {
    const answer = await server.inject({
      method: method.toUpperCase() as 'POST',
      url: path.replaceAll(/\{[^}]+\}/g, UUID),
      headers: { authorization: 'Bearer seller', 'content-type': 'application/json' },
      payload: JSON.stringify(around({ type: 'another' })),
    })
    const { errors = [] } = answer.json() as { errors?: { source?: { pointer?: string } }[] }
    const pointers = errors.map(({ source }) => source?.pointer)
    expect({ operation, type: typeOf(schema), pointers }).toMatchObject({
      pointers: expect.arrayContaining([`${pointer}/type`]),
    })
  }
})
