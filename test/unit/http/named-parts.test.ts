import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { withPlainForms } from '../../../src/http/document/generators/forms.ts'
import { type OpenApi, type Operation, withNamedParts } from '../../../src/http/document/named-parts.ts'
import { operationsOf } from '../../../src/http/document/operations.ts'
import { constantsIn } from '../../../src/http/document/parts.ts'
import type { Schema } from '../../../src/http/document/schema.ts'
import { joined, pascal, singular } from '../../../src/http/document/words.ts'
import { describedServer } from '../../support/documents/described-server.ts'

let document: OpenApi
beforeAll(async () => {
  // A copy, because tests may change the document.
  document = structuredClone((await describedServer()).document)
})

function* objectsIn(value: unknown, pointer = ''): Generator<{ pointer: string; object: Schema }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { pointer, object: value as Schema }
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${pointer}/${name}`)
}

const isComponent = (pointer: string) => /^\/components\/schemas\/[^/]+$/.test(pointer)
/** True unless the object is inside an example or maps the members of a schema. */
const isSchema = ({ pointer }: { pointer: string }) =>
  !/\/(?:examples?|default|properties|patternProperties)(?:\/\d+)?$/.test(pointer)

function schemas() {
  return [...objectsIn(document)].filter(isSchema)
}

test('the whole document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
})

test('naming the parts of a named document changes nothing', () => {
  expect(withPlainForms(withNamedParts(document))).toEqual(document)
})

test('component names differ by more than case, repeat no word and end in no digit', () => {
  const names = Object.keys(document.components.schemas)
  expect(new Set(names.map((name) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase())).size).toBe(names.length)
  expect(names.filter((name) => /([A-Z][a-z]+)\1(?![a-z])|\d$|Variant|Option\d/.test(name))).toEqual([])
})

test('no component has a name that client generators derive from an operation', () => {
  const suffixes = ['Data', 'Error', 'Errors', 'Response', 'Responses', 'Params', 'JSONBody', 'JSONRequestBody']
  const operations = operationsOf<Operation>(document).map(({ operation }) => operation)
  const taken = operations.flatMap(({ operationId }) => suffixes.map((suffix) => operationId + suffix))
  expect(taken.filter((name) => name in document.components.schemas)).toEqual([])
})

test('no component has a name that client generators derive for a constant', () => {
  const { schemas } = document.components
  const given = Object.entries(schemas).flatMap(([name, schema]) => constantsIn(name, schema))
  expect(given).toContain('CustomFieldType')
  expect(given.filter((name) => name in schemas)).toEqual([])
})

/** Form members are inlined, including their enumerations. */
const FIELD = /\/(?:TokenRequest|CreateFileForm)\/properties\/\w+$/

test('every body, envelope, union and enumeration is a component', () => {
  const operations = operationsOf<Operation>(document).map(({ operation }) => operation)
  const contents = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {})),
  )
  expect(contents.length).toBeGreaterThan(400)
  expect(
    contents.filter(({ schema }) => schema !== undefined && !('$ref' in schema) && schema.type !== 'string'),
  ).toEqual([])
  const inline = schemas().filter(({ pointer, object }) => {
    const several = [object.anyOf ?? object.oneOf ?? []].flat().filter((one) => (one as Schema).type !== 'null')
    return !isComponent(pointer) && !FIELD.test(pointer) && ('enum' in object || several.length > 1)
  })
  expect(inline.map(({ pointer }) => pointer)).toEqual([])
})

test('no union alternative is an anonymous object, since generators would number it', () => {
  const unions = schemas().flatMap(({ pointer, object }) =>
    [object.anyOf ?? [], object.oneOf ?? []].map((several) => ({ pointer, several: several as Schema[] })),
  )
  expect(unions.filter(({ several }) => several.length > 1).length).toBeGreaterThan(40)
  const unnamed = unions.filter(({ several }) => several.some(({ type }) => type === 'object'))
  expect(unnamed.map(({ pointer }) => pointer)).toEqual([])
})

test('the data of a request is a component, so that clients can build it separately', () => {
  const requests = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Request'))
  const inline = requests.filter(([, { properties }]) => (properties as { data?: Schema })?.data?.type === 'object')
  expect(inline.map(([name]) => name)).toEqual([])
})

test('every enumeration and constant has a type, and no enumeration has only one value', () => {
  const untyped = schemas().filter(({ object }) => ('enum' in object || 'const' in object) && !('type' in object))
  expect(untyped.map(({ pointer }) => pointer)).toEqual([])
  expect(schemas().filter(({ object }) => Array.isArray(object.enum) && object.enum.length === 1)).toEqual([])
})

test('every reference resolves to a component, and every component is used', () => {
  const references = [...objectsIn(document)].flatMap(({ object }) =>
    typeof object.$ref === 'string' ? [object.$ref] : [],
  )
  const { schemas, responses = {}, parameters = {} } = document.components
  const names = Object.entries({ schemas, responses, parameters }).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...new Set(references)].sort()).toEqual(names.sort())
})

test('parts are named after their first position, and equal parts share a name', () => {
  const status = { enum: ['on', 'off'] }
  const light = {
    type: 'object',
    properties: { status, light_color: { enum: ['red', 'blue'], description: 'Of it.' } },
  }
  const { components, paths } = withNamedParts(lights({ ...light }))
  expect(Object.keys(components.schemas).sort()).toEqual(['CreateLightRequest', 'LightColor', 'LightStatus'])
  expect(components.schemas.CreateLightRequest).toEqual({
    type: 'object',
    properties: {
      status: { $ref: '#/components/schemas/LightStatus' },
      light_color: { $ref: '#/components/schemas/LightColor', description: 'Of it.' },
    },
  })
  expect(paths['/lights']?.post?.requestBody?.content['application/json']).toEqual({
    schema: { $ref: '#/components/schemas/CreateLightRequest' },
  })
})

test('titles become names, single values constants, and ambiguous names are rejected', () => {
  const color = { title: 'Color', enum: ['red', 'blue'] }
  const { components } = withNamedParts(lights({ type: 'object', properties: { color, kind: { enum: ['light'] } } }))
  expect(components.schemas.Color).toEqual({ type: 'string', enum: ['red', 'blue'] })
  expect(components.schemas.CreateLightRequest).toMatchObject({
    properties: { kind: { type: 'string', const: 'light' } },
  })
  const other = { title: 'color', enum: ['green', 'black'] }
  expect(() => withNamedParts(lights({ type: 'object', properties: { color, other } }))).toThrow(
    /color.*green.*Color.*red/s,
  )
})

test('JSON of any shape is one component for values and one for objects', () => {
  const open = { type: 'object', properties: {}, additionalProperties: true }
  const known = { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: true }
  const members = { value: { description: 'Of it.' }, open, map: { type: 'object', additionalProperties: {} }, known }
  const { components } = withNamedParts(lights({ type: 'object', properties: members }))
  const [value, object] = ['JsonValue', 'JsonObject'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  expect(components.schemas.CreateLightRequest?.properties).toEqual({
    value: { ...value, description: 'Of it.' },
    open: object,
    map: object,
    known: { ...known, additionalProperties: value },
  })
  expect(components.schemas.JsonObject).toMatchObject({ type: 'object', additionalProperties: true })
})

test('pascal, joined, singular and plural forms of names', () => {
  expect(pascal('page[total_method]')).toBe('PageTotalMethod')
  expect(joined(['TaxZoneCountry', 'Cart'], 'CountryCode')).toEqual(['TaxZoneCountryCode', 'CartCountryCode'])
  expect(singular(['Currencies', 'Costs', 'Status', 'Addresses', 'Tax'], 'Item')).toEqual([
    'Currency',
    'Cost',
    'StatusItem',
    'Address',
    'TaxItem',
  ])
})

function lights(schema: Schema): OpenApi {
  const post = {
    operationId: 'CreateLight',
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  }
  return { paths: { '/lights': { post } }, components: { schemas: {} } }
}

test('no anonymous part gets a generated name that another part has', () => {
  const { schemas: components } = document.components
  const inline = Object.entries(components).flatMap(([name, schema]) => inlineNames(name, schema))
  expect(inline).toContain('OrderRelationships')
  const names = [...Object.keys(components), ...inline].map((name) => name.toLowerCase())
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

/** Names that generators derive for anonymous objects in a component: its name plus the member path. */
function inlineNames(name: string, { properties = {}, items }: Schema): string[] {
  const parts = Object.entries(properties as Record<string, Schema>).map(([member, part]): [string, Schema] => [
    name + pascal(member),
    part,
  ])
  const all = isInline(items) ? [...parts, [`${name}Item`, items] as const] : parts
  return all.flatMap(([own, part]) => [
    ...(part.type === 'object' ? [own] : []),
    ...(isInline(part) ? inlineNames(own, part) : []),
  ])
}

function isInline(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null && !('$ref' in schema)
}
