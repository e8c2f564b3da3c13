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

test('named schemas are components, referenced wherever they occur', async () => {
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

test("documents the errors that a route's access and body imply", async () => {
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

test('requires a bearer token except on public routes', async () => {
  const { security, components, paths } = await documentOf()
  expect(security).toEqual([{ bearer: [] }, { client_credentials: [] }])
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  const { clientCredentials } = components.securitySchemes.client_credentials.flows
  expect(clientCredentials).toEqual({ tokenUrl: 'http://tidings.test/oauth/access_token', scopes: {} })
  expect(paths['/v2/public'].get.security).toEqual([])
  expect(paths['/v2/things'].get.security).toBeUndefined()
})

test('URLs in the document start with the public base URL', async () => {
  expect((await documentOf()).servers).toEqual([{ url: 'http://tidings.test' }])
})

test('omits the documentation and its pages', async () => {
  const { paths } = await documentOf()
  expect(Object.keys(paths).filter((path) => path.startsWith('/docs') || path === '*')).toEqual([])
})

test('rejects two different schemas of the same name', () => {
  const schemas = { one: Type.String({ $id: 'Name' }), other: Type.Integer({ $id: 'Name' }) }
  expect(() => componentNamer({})(schemas)).toThrow('$id Name')
})
