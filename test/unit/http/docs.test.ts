import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { componentNamer } from '../../../src/http/validation/components.ts'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor()
})
afterAll(() => door.server.close())

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document that a test looks at are what it verifies
function documentOf(): any {
  return door.server.swagger()
}

test('the document is valid OpenAPI 3.1', async () => {
  const document = await documentOf()
  expect(document.openapi).toBe('3.1.0')
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
})

test('schemas with a name are components, referred to wherever they occur', async () => {
  const { components, paths } = await documentOf()
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['ErrorResponse', 'Index', 'Money', 'Thing']))
  const { responses, requestBody } = paths['/v2/things'].post
  const data = { $ref: '#/components/schemas/Thing' }
  for (const { content } of [requestBody, responses[200]]) {
    const [name] = content['application/json'].schema.$ref.split('/').slice(-1)
    expect(components.schemas[name].properties.data).toEqual(data)
  }
  expect(components.schemas.Thing.properties.price.anyOf[0]).toEqual({ $ref: '#/components/schemas/Money' })
})

test('every route tells the errors that follow from what it is', async () => {
  const { components, paths } = await documentOf()
  const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses).sort()
  expect(statuses('/v2/things', 'post')).toEqual(['200', '404', '409', '422', 'default'])
  expect(statuses('/v2/things/{id}', 'get')).toEqual(['404', 'default'])
  expect(statuses('/v2/public', 'get')).toEqual(['default'])
  expect(paths['/v2/things'].post.responses[409]).toEqual({ $ref: '#/components/responses/Conflict' })
  expect(components.responses.Conflict.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/ErrorResponse',
  })
})

test('a bearer token is asked for everywhere but on public routes', async () => {
  const { security, components, paths } = await documentOf()
  expect(security).toEqual([{ bearer: [] }, { client_credentials: [] }])
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  const { clientCredentials } = components.securitySchemes.client_credentials.flows
  expect(clientCredentials).toEqual({ tokenUrl: 'http://tidings.test/oauth/access_token', scopes: {} })
  expect(paths['/v2/public'].get.security).toEqual([])
  expect(paths['/v2/things'].get.security).toBeUndefined()
})

test('the addresses of the document start at the public address', async () => {
  expect((await documentOf()).servers).toEqual([{ url: 'http://tidings.test' }])
})

test('the documentation and its own pages are not in the document', async () => {
  const { paths } = await documentOf()
  expect(Object.keys(paths).filter((path) => path.startsWith('/docs') || path === '*')).toEqual([])
})

test('two different schemas of one name are refused', () => {
  const schemas = { one: Type.String({ $id: 'Name' }), other: Type.Integer({ $id: 'Name' }) }
  expect(() => componentNamer({})(schemas)).toThrow('$id Name')
})
