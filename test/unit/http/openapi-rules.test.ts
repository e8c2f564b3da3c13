import { readFileSync } from 'node:fs'
import { Spectral } from '@stoplight/spectral-core'
import { expect, test } from 'vitest'
import { openapiRules } from '../../../scripts/openapi-rules.ts'

type Json = Record<string, unknown>

async function findings(document: Json): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset(openapiRules)
  const found = await spectral.run(document)
  return found.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)
}

test('the published document satisfies all rules', async () => {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  expect(await findings(document)).toEqual([])
})

const Light = { type: 'object', properties: { color: { type: 'string' } } }
const light = { $ref: '#/components/schemas/Light' }
const json = { 'application/json': { schema: light } }

/** A valid document with the given changes to its operation and schemas. */
function lights(changes: Json, schemas: Json = {}): Json {
  const post = {
    operationId: 'CreateLight',
    summary: 'Create a light',
    description: 'It is off.',
    tags: ['Lights'],
    requestBody: { content: json },
    responses: { 200: { description: 'It is created.', content: json } },
    ...changes,
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lights', version: '1', description: 'Lights.', contact: { name: 'Lights' } },
    servers: [{ url: 'https://lights.example' }],
    tags: ['Lights', 'Lamps'].map((name) => ({ name, description: 'Of a store.' })),
    paths: { '/lights': { post } },
    components: { schemas: { Light, ...schemas } },
  }
}

/** Adds the schema and an operation that uses it, so that it is not reported as unused. */
function withSchema(name: string, schema: Json): Json {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  const responses = { 200: { description: 'It is created.', content: json }, 202: { description: 'Soon.', content } }
  return lights({ responses }, { [name]: schema })
}

const inline = { 'application/json': { schema: Light } }
const page = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
const other = { type: 'object', properties: { color: { type: 'integer' } } }
const upload = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Other' } } }
const media = { ...json, 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Other' } } }

test.each<[rule: string, broken: Json]>([
  ['operation-has-summary', lights({ summary: undefined })],
  ['operation-has-one-tag', lights({ tags: ['Lights', 'Lamps'] })],
  ['body-is-component', lights({ requestBody: { content: inline } })],
  ['body-is-component', lights({ responses: { 200: { description: 'It is created.', content: inline } } })],
  ['bodies-of-media-types-agree', lights({ requestBody: { content: media } }, { Other: other })],
  ['union-and-enum-are-components', withSchema('Lamp', member({ type: 'string', enum: ['on', 'off'] }))],
  ['union-and-enum-are-components', withSchema('Lamp', member({ oneOf: [{ type: 'string' }, { type: 'integer' }] }))],
  [
    'union-and-enum-are-components',
    lights({ parameters: [{ ...page('is'), schema: { type: 'string', enum: ['a'] } }] }),
  ],
  ['enum-has-type', withSchema('Lamp', { enum: ['on', 'off'] })],
  ['enum-has-type', withSchema('Lamp', member({ const: 'on' }))],
  ['names-differ', withSchema('LIGHT', Light)],
  ['names-differ', withSchema('Lamp', { type: 'object', properties: { is_on: {}, 'is-on': {} } })],
  ['names-differ', withSchema('Lamp', { type: 'string', enum: ['on', 'On'] })],
  ['names-differ', lights({ parameters: [page('page[limit]'), page('page_limit')] })],
  ['names-differ', twoOperations('Create_light')],
  ['names-differ', twoOperations('CreateLightRequest')],
  ['names-differ', twoOperations('createlightwithhttpinfo')],
  ['names-differ', withSchema('CreateLightResponse', Light)],
  ['names-differ', withSchema('LightsApi', Light)],
  ['names-differ', withSchemas({ Lamp: oneOf('On', 'Off'), On: requiring('is_lit'), Off: requiring('islit') })],
  ['null-is-a-type', withSchema('Lamp', member({ anyOf: [{ type: 'string' }, { type: 'null' }] }))],
  ['null-is-a-type', withSchema('Lamp', member({ oneOf: [member({ type: 'string' }), { type: 'null' }] }))],
  ['alternatives-are-plain', withSchema('Lamp', { oneOf: [{ type: 'string' }, member({ type: 'string' })] })],
  ['alternatives-are-plain', withSchema('Lamp', { anyOf: [{ type: 'string' }, { type: 'integer' }] })],
  ['alternatives-are-plain', withSchemas({ Lamp: anyOf('On', 'Off'), On: requiring('on'), Off: requiring('off') })],
  ['alternatives-are-plain', withSchemas({ Lamp: oneOf('On', 'Off'), On: mapOf('string'), Off: requiring('off') })],
  [
    'alternatives-are-plain',
    withSchema('Lamp', { oneOf: [{ ...light, description: 'A light.' }, { type: 'string' }] }),
  ],
  ['union-has-values-of-all', withSchemas({ Lamp: oneOf('On', 'Off'), On: constant('on'), Off: constant('off') })],
  ['no-discriminator', withSchemas(distinguished({ discriminator: { propertyName: 'is' } }))],
  ['form-has-no-references', formOf(light)],
  ['boolean-is-no-constant', withSchema('Lamp', member({ type: 'boolean', const: false }))],
])('%s reports its violation, and no other rule does', async (rule, broken) => {
  const found = await findings(broken)
  expect(found.map((one) => one.split(' ')[0])).toEqual([rule])
})

function member(schema: Json): Json {
  return { type: 'object', properties: { member: schema } }
}

function withSchemas({ Lamp = {}, ...others }: Record<string, Json>): Json {
  const { components, ...document } = withSchema('Lamp', Lamp)
  const { schemas } = components as { schemas: Json }
  return { ...document, components: { schemas: { ...schemas, ...others } } }
}

function referencesTo(names: string[]): Json[] {
  return names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
}

function oneOf(...names: string[]): Json {
  return { oneOf: referencesTo(names) }
}

function anyOf(...names: string[]): Json {
  return { anyOf: referencesTo(names) }
}

function requiring(name: string): Json {
  return { ...properties({ [name]: { type: 'string' } }), required: [name] }
}

function mapOf(type: string): Json {
  return { type: 'object', additionalProperties: { type } }
}

function constant(value: string): Json {
  return { ...properties({ is: { type: 'string', const: value } }), required: ['is'] }
}

function properties(members: Json): Json {
  return { type: 'object', properties: members }
}

/** A union with a discriminator. */
function distinguished(more: Json): Record<string, Json> {
  const is = { is: { $ref: '#/components/schemas/State' } }
  return {
    Lamp: { ...properties(is), ...oneOf('On', 'Off'), ...more },
    State: { type: 'string', enum: ['on', 'off'] },
    On: constant('on'),
    Off: constant('off'),
  }
}

function formOf(field: Json): Json {
  const form = { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/LampForm' } } }
  return lights({ requestBody: { content: form } }, { LampForm: member(field) })
}

function twoOperations(operationId: string): Json {
  const { paths, ...document } = lights({})
  const { '/lights': methods } = paths as Record<string, { post: Json }>
  const put = { ...methods?.post, operationId }
  return { ...document, paths: { '/lights': { ...methods, put } } }
}

test.each<[what: string, document: Json]>([
  ['a file in a form', lights({ requestBody: { content: { ...json, ...upload } } }, { Other: other })],
  ['a string or null', withSchema('Lamp', member({ type: ['string', 'null'] }))],
  ['a component or null', withSchema('Lamp', member({ anyOf: [light, { type: 'null' }] }))],
  ['alternatives that are distinguished', withSchemas(distinguished({}))],
  ['alternatives that require nothing', withSchemas({ Lamp: anyOf('Light', 'Off'), Off: member({ type: 'string' }) })],
  ['an enumeration in a form', formOf({ type: 'string', enum: ['on', 'off'] })],
])('a valid document has no findings: %s', async (_, document) => {
  expect(await findings(document)).toEqual([])
})
