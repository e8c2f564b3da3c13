import { expect, test } from 'vitest'
import { withCommonAnnotations } from '../../../src/http/document/common-annotations.ts'
import type { Schema } from '../../../src/http/document/schema.ts'

const $ref = '#/components/schemas/Color'
const COLOR = { type: 'string', enum: ['red', 'blue'] }

/** Describes a lamp whose references to the component have these annotations. */
function described(places: readonly Schema[], color: Schema = COLOR) {
  const properties = Object.fromEntries(places.map((place, at) => [`color_${at}`, { $ref, ...place }]))
  const schemas = { Color: color, Lamp: { type: 'object', properties } }
  const { components } = withCommonAnnotations({ paths: {}, components: { schemas } })
  const { Color, Lamp } = components.schemas
  return { color: Color, places: Object.values(Lamp?.properties as Record<string, Schema>) }
}

test('annotations that all references share move to the component', () => {
  const said = { description: 'Of the light.', examples: ['red'], 'x-aliases': { rot: 'red' } }
  const { color, places } = described([said, said])
  expect(color).toEqual({ ...COLOR, ...said })
  expect(places).toEqual([{ $ref }, { $ref }])
})

test('annotations that differ stay at the references', () => {
  for (const other of [{ description: 'Of the lamp.' }, {}]) {
    const said = [{ description: 'Of the light.' }, other]
    expect(described(said)).toEqual({ color: COLOR, places: said.map((one) => ({ $ref, ...one })) })
  }
})

test('defaults and deprecations stay at the references', () => {
  const said = { default: 'red', deprecated: true }
  expect(described([said, said])).toEqual({
    color: COLOR,
    places: [
      { $ref, ...said },
      { $ref, ...said },
    ],
  })
})

test('a component and its references keep their own descriptions', () => {
  const said = { description: 'Of the light.' }
  const own = { ...COLOR, description: 'A color.' }
  expect(described([said, said], own)).toEqual({ color: own, places: [said, said].map((one) => ({ $ref, ...one })) })
})
