import { expect, test } from 'vitest'
import { withPlainForms } from '../../../src/http/document/generators/forms.ts'
import { withNullableTypes } from '../../../src/http/document/generators/nulls.ts'
import { withPlainUnions } from '../../../src/http/document/generators/unions.ts'
import type { OpenApi } from '../../../src/http/document/named-parts.ts'
import type { Schema, Schemas } from '../../../src/http/document/schema.ts'

function of(schemas: Schemas, paths: OpenApi['paths'] = {}): OpenApi {
  return { paths, components: { schemas } }
}

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const NULL = { type: 'null' }

test.each<[what: string, schema: Schema, written: Schema]>([
  ['a text', { anyOf: [{ type: 'string', format: 'uri' }, NULL] }, { type: ['string', 'null'], format: 'uri' }],
  ['null first', { anyOf: [NULL, { type: 'integer' }] }, { type: ['integer', 'null'] }],
  ['an object', { anyOf: [{ type: 'object', properties: {} }, NULL] }, { type: ['object', 'null'], properties: {} }],
  ['a list', { anyOf: [{ type: 'array', items: {} }, NULL] }, { type: ['array', 'null'], items: {} }],
])('%s or null becomes a type array with the description', (_, schema, written) => {
  const { components } = withNullableTypes(of({ Lamp: { ...schema, description: 'Of the lamp.' } }))
  const said = [written.description, 'Of the lamp.'].filter((one) => one !== undefined)
  expect(components.schemas.Lamp).toEqual({ ...written, description: said.reverse().join(' ') })
})

test.each<[what: string, schema: Schema]>([
  ['a component or null', { anyOf: [to('Color'), NULL] }],
  ['a constant or null', { anyOf: [{ type: 'string', const: 'on' }, NULL] }],
  ['two types and null', { anyOf: [{ type: 'string' }, { type: 'integer' }, NULL] }],
  ['a member that is called anyOf', { type: 'object', properties: { anyOf: { type: 'string' } } }],
])('%s stays as it is', (_, schema) => {
  expect(withNullableTypes(of({ Lamp: schema })).components.schemas.Lamp).toEqual(schema)
})

const required = (members: Schemas): Schema => ({ type: 'object', required: Object.keys(members), properties: members })
const kind = (value: string) => ({ type: 'string', const: value })

test('a plain union has the discriminator, and any JSON for members of several types', () => {
  const { schemas } = withPlainUnions(
    of({
      Lamp: { anyOf: [{ ...to('Dimmed'), description: 'Of any light.' }, to('Switched')], description: 'A lamp.' },
      Dimmed: required({ kind: kind('dimmed'), level: { type: 'integer' }, name: { type: 'string' } }),
      Switched: required({ kind: kind('switched'), level: { type: 'boolean' }, name: { type: 'string' } }),
    }),
  ).components
  expect(schemas.Lamp).toEqual({
    type: 'object',
    properties: { kind: to('LampKind'), level: to('JsonValue') },
    oneOf: [to('Dimmed'), to('Switched')],
    description: 'A lamp.',
  })
  expect(schemas.LampKind).toEqual({ type: 'string', enum: ['dimmed', 'switched'] })
  expect(schemas.Dimmed?.description).toBe('Of any light.')
})

test.each<[what: string, schemas: Schemas, word: 'anyOf' | 'oneOf']>([
  ['other types', { One: { type: 'string' }, Other: { type: 'array', items: {} } }, 'oneOf'],
  ['an integer and a number', { One: { type: 'integer' }, Other: { type: 'number' } }, 'anyOf'],
  ['what the other does not know', { One: required({ a: {} }), Other: required({ b: {} }) }, 'oneOf'],
  [
    'nothing',
    { One: { type: 'object', properties: { a: {} } }, Other: { type: 'object', properties: { b: {} } } },
    'anyOf',
  ],
])('alternatives that have or require %s become %s', (_, schemas, word) => {
  const { Lamp } = withPlainUnions(of({ Lamp: { anyOf: [to('One'), to('Other')] }, ...schemas })).components.schemas
  expect(Lamp).toEqual({ [word]: [to('One'), to('Other')] })
})

test('a map beside a list has pattern properties', () => {
  const map = { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { pattern: '^[a-z]+$' } }
  const list = { type: 'array', items: {} }
  const { schemas } = withPlainUnions(of({ Lamp: { anyOf: [list, to('Levels')] }, Levels: map })).components
  expect(schemas.Levels).toEqual({ type: 'object', patternProperties: { '^[a-z]+$': { type: 'integer' } } })
})

test('enumerations of a form are inlined, and stay components only if referenced elsewhere', () => {
  const Color = { type: 'string', enum: ['red', 'blue'] }
  const Size = { type: 'string', enum: ['small', 'large'] }
  const fields = { color: { ...to('Color'), description: 'Of the light.' }, size: to('Size') }
  const media = (name: string) => ({ schema: to(name) })
  const post = {
    requestBody: { content: { 'multipart/form-data': media('LampForm'), 'application/json': media('Lamp') } },
    responses: {},
  }
  const schemas = { LampForm: { properties: fields }, Lamp: { properties: { color: to('Color') } }, Color, Size }
  expect(withPlainForms(of(schemas, { '/lamps': { post } })).components.schemas).toEqual({
    LampForm: { properties: { color: { ...Color, description: 'Of the light.' }, size: Size } },
    Lamp: { properties: { color: to('Color') } },
    Color,
  })
})
