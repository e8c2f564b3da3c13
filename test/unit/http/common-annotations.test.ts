import { expect, test } from 'vitest'
import { withCommonAnnotations } from '../../../src/http/document/common-annotations.ts'
import type { Schema } from '../../../src/http/document/schema.ts'

const $ref = '#/components/schemas/Color'
const COLOR = { type: 'string', enum: ['red', 'blue'] }

/** The component, and what stands beside the references of a lamp to it. */
function described(places: readonly Schema[], color: Schema = COLOR) {
  const properties = Object.fromEntries(places.map((place, at) => [`color_${at}`, { $ref, ...place }]))
  const schemas = { Color: color, Lamp: { type: 'object', properties } }
  const { components } = withCommonAnnotations({ paths: {}, components: { schemas } })
  const { Color, Lamp } = components.schemas
  return { color: Color, places: Object.values(Lamp?.properties as Record<string, Schema>) }
}

test('what all places say of a component is said once, at the component', () => {
  const said = { description: 'Of the light.', examples: ['red'], 'x-aliases': { rot: 'red' } }
  const { color, places } = described([said, said])
  expect(color).toEqual({ ...COLOR, ...said })
  expect(places).toEqual([{ $ref }, { $ref }])
})

test('what one place says otherwise, or does not say, stays where it is said', () => {
  for (const other of [{ description: 'Of the lamp.' }, {}]) {
    const said = [{ description: 'Of the light.' }, other]
    expect(described(said)).toEqual({ color: COLOR, places: said.map((one) => ({ $ref, ...one })) })
  }
})

test('a default and a deprecation stay in their place', () => {
  const said = { default: 'red', deprecated: true }
  expect(described([said, said])).toEqual({
    color: COLOR,
    places: [
      { $ref, ...said },
      { $ref, ...said },
    ],
  })
})

test('a component keeps its own description, and places theirs', () => {
  const said = { description: 'Of the light.' }
  const own = { ...COLOR, description: 'A color.' }
  expect(described([said, said], own)).toEqual({ color: own, places: [said, said].map((one) => ({ $ref, ...one })) })
})
