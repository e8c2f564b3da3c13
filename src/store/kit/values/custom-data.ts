import { Type } from 'typebox'
import type { Problem } from '../../../kernel/errors.ts'
import { pointerStep, pointerWords } from '../../../kernel/json/json-pointer.ts'

/** Bytes of JSON per object. */
const MAX_BYTES = 4096

const TYPES = ['string', 'integer', 'float', 'boolean'] as const
type AttributeType = (typeof TYPES)[number]

export type CustomAttributes = Record<string, { type: AttributeType; value: string | number | boolean }>

export const CustomAttributesSchema = Type.Record(
  Type.String(),
  Type.Object({ type: Type.Enum([...TYPES]), value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) }),
  {
    title: 'CustomAttributes',
    description: `Values of the client's by name, each with its type; at most ${MAX_BYTES} bytes of JSON.`,
    examples: [{ gift: { type: 'boolean', value: true } }],
  },
)

export const CustomInputsSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: `What the buyer entered, such as an engraving: any members; at most ${MAX_BYTES} bytes of JSON.`,
})

export type CustomData = { custom_inputs: Record<string, unknown>; custom_attributes: CustomAttributes }

export const NO_CUSTOM_DATA: CustomData = { custom_inputs: {}, custom_attributes: {} }

/** Problems with the custom data in a body: its size, or the type of a value. `pointer` is the parent's. */
export function customDataProblems(sent: Partial<CustomData>, pointer: string): Problem[] {
  return [
    ...(['custom_inputs', 'custom_attributes'] as const).flatMap((name) => sizeProblem(sent[name], { name, pointer })),
    ...Object.entries(sent.custom_attributes ?? {}).flatMap((entry) => typeProblem(entry, pointer)),
  ]
}

function sizeProblem(value: object | undefined, { name, pointer }: { name: string; pointer: string }): Problem[] {
  if (value === undefined) return []
  const size = bytesOf(value)
  if (size <= MAX_BYTES) return []
  const detail = `${pointerWords(pointer)}.${name} must have at most ${MAX_BYTES} bytes of JSON, but has ${size}.`
  return [{ detail, pointer: `${pointer}/${name}` }]
}

/** Bytes of JSON of a value. */
export function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function typeProblem([name, { type, value }]: [string, CustomAttributes[string]], pointer: string): Problem[] {
  if (isOfType(type, value)) return []
  const path = `${pointerWords(pointer)}.custom_attributes.${name.slice(0, 100)}.value`
  return [
    {
      detail: `${path} must be ${TYPE_WORDS[type]}.`,
      pointer: `${pointer}/custom_attributes${pointerStep(name)}/value`,
    },
  ]
}

const TYPE_WORDS: Readonly<Record<AttributeType, string>> = {
  string: 'a string',
  integer: 'an integer',
  float: 'a number',
  boolean: 'true or false',
}

function isOfType(type: AttributeType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value)
    case 'float':
      return typeof value === 'number'
    default:
      return typeof value === type
  }
}

/** Replaces every value with this text; the names stay. */
export function redactCustomData({ custom_inputs, custom_attributes }: Partial<CustomData>, text: string): CustomData {
  const inputs = Object.keys(custom_inputs ?? {}).map((name) => [name, text] as const)
  const attributes = Object.keys(custom_attributes ?? {}).map(
    (name) => [name, { type: 'string' as const, value: text }] as const,
  )
  return { custom_inputs: Object.fromEntries(inputs), custom_attributes: Object.fromEntries(attributes) }
}
