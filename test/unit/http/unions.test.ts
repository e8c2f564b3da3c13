import { Ajv } from 'ajv'
import ajvFormats from 'ajv-formats'
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { withoutNames } from '../../../src/http/validation/components.ts'
import { chooseBranches } from '../../../src/http/validation/unions.ts'
import { makeValidatorCompiler, validationError } from '../../../src/http/validation/validation.ts'
import { ActionSchema } from '../../../src/pricing/actions/action-schema.ts'
import { ConditionSchema } from '../../../src/pricing/conditions/condition-schema.ts'
import { nearly } from '../../support/documents/odd-bodies.ts'

const Fixed = Type.Object({ amount: Type.Integer() })
const Table = Type.Object({ by: Type.Enum(['weight', 'subtotal']), table: Type.Array(Type.Integer()) })
const One = Type.Object({ type: Type.Literal('one'), size: Type.Optional(Type.Union([Type.Integer(), Type.Null()])) })
const Other = Type.Object({ type: Type.Literal('other'), name: Type.Union([Type.Literal('a'), Type.Literal('b')]) })
const OneOrSeveral = Type.Union([Type.Union([One, Other]), Type.Array(Type.Union([One, Other]), { maxItems: 3 })])

const CASES = {
  'reported apart by a member': {
    schema: OneOrSeveral,
    valid: [
      { type: 'one', size: 3 },
      { type: 'other', name: 'b' },
    ],
  },
  'reported apart by which members they require': {
    schema: Type.Union([Fixed, Table]),
    valid: { by: 'weight', table: [1] },
  },
  'of values and null': { schema: Type.Union([Type.Enum(['a', 'b']), Type.Null()]), valid: 'a' },
  'of plain types': { schema: Type.Union([Type.String(), Type.Number(), Type.Boolean()]), valid: 'text' },
  'of actions': {
    schema: ActionSchema,
    valid: { kind: 'buy_x_get_y', x: 1, y: 1, buy: { skus: ['a'] }, get: {}, ppm: 1, max: null },
  },
  'of conditions': {
    schema: Type.Union([ConditionSchema, Type.Null()]),
    valid: { kind: 'all', of: [{ kind: 'not', of: { kind: 'quantity', of: { skus: ['a'] }, minimum: 2 } }] },
  },
}

describe.each(Object.entries(CASES))('a union %s', (_, { schema, valid }) => {
  const union = compiled(schema)
  const chosen = compiled(chooseBranches(schema))

  test('accepts the same values as the plain union', () => {
    expect(chosen(valid)).toBe(true)
    fc.assert(
      fc.property(nearly(valid), (value) => {
        expect(chosen(value)).toBe(union(value))
      }),
    )
  })
})

test.each([
  [OneOrSeveral, { type: 'other' }, '/name', 'name is required.'],
  [OneOrSeveral, [{ type: 'one' }, { type: 'third' }], '/1/type', '1.type must be one of: one, other.'],
  [OneOrSeveral, 'x', '', 'The body must be an object or an array.'],
  [Type.Union([Fixed, Table]), {}, '/amount', 'amount is required.'],
  [Type.Union([Type.Object({ inner: Fixed }), Fixed]), {}, '/amount', 'amount is required.'],
  [
    Type.Object({ of: Type.Union([Table, Type.Object({ inner: Table })]) }),
    {},
    '/of',
    'of is required: an object with by and table.',
  ],
  [Type.Union([Fixed, Table]), { by: 'size', table: [] }, '/by', 'by must be one of: weight, subtotal.'],
  [ConditionSchema, { kind: 'all', of: [{ kind: 'some' }] }, '/of/0/kind', 'of[0].kind must be one of: subtotal'],
  [
    ConditionSchema,
    { kind: 'not', of: { kind: 'first_order', of: 1 } },
    '/of/of',
    'of.of is not a known member; known members are kind.',
  ],
])('the error concerns the intended branch: %#', (schema, value, pointer, sentence) => {
  const validate = validatorOf(schema)
  expect(validate(value)).toBe(false)
  const { problems } = validationError(validate.errors ?? [], 'body')
  expect(problems).toEqual([{ pointer, detail: expect.stringContaining(sentence) }])
})

test('branches that cannot be distinguished are rejected at declaration', () => {
  const unclear = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ a: Type.Integer() })])
  expect(() => chooseBranches(unclear)).toThrow('cannot be distinguished')
})

function validatorOf(schema: object) {
  const route = { schema, httpPart: 'body', method: 'POST', url: '/' }
  return makeValidatorCompiler()(route) as ReturnType<typeof compiled>
}

function compiled(schema: unknown) {
  const ajv = new Ajv({ allErrors: true, verbose: true, strictTypes: false, code: { optimize: false } })
  ajvFormats.default(ajv)
  ajv.addVocabulary(['x-aliases', 'x-country'])
  return ajv.compile(withoutNames(schema) as object)
}
