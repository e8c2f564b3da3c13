import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf, readJsonLines } from '../../src/ui/json/json-lines.ts'

const read = (text: string) => {
  const found = readJsonLines(text)
  if ('fault' in found) throw new Error(`Line ${found.fault.line}: ${found.fault.sentence}`)
  return found
}
const faultOf = (text: string) => {
  const found = readJsonLines(text)
  return 'fault' in found ? found.fault : null
}

test('parses exactly what JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, indent) => {
      const value: unknown = JSON.parse(text)
      expect(read(JSON.stringify(value, null, indent)).value).toEqual(value)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:01-e.ntf \n\\ua') }), (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      expect(faultOf(text) === null).toBe(isJson)
    }),
    { numRuns: 500 },
  )
})

test('the line of a part is where its value starts', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.integer()), { minLength: 1 }), (list) => {
      const text = JSON.stringify(list, null, 2)
      const { lines } = read(text)
      const rows = text.split('\n')
      for (const [index, members] of list.entries())
        for (const [name, value] of Object.entries(members)) {
          const pointer = `/${index}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
          expect(rows[lineOf(lines, pointer) - 1]?.trim()).toMatch(new RegExp(`: ${value},?$`))
        }
    }),
  )
})

test('a missing part has the line of its nearest existing parent', () => {
  const { lines } = read('{\n  "data": {\n    "id": 1\n  }\n}')
  expect(lineOf(lines, '/data/id')).toBe(3)
  expect(lineOf(lines, '/data/name/first')).toBe(2)
  expect(lineOf(lines, '/included')).toBe(1)
})

test('a text that is not JSON has an error at the line where parsing fails', () => {
  expect(faultOf('{\n  "a": 1\n  "b": 2\n}')).toEqual({ line: 3, sentence: 'Expected a comma or }, not “"”.' })
  expect(faultOf('{\n  "a": \n}')).toEqual({ line: 3, sentence: 'Expected a value, not “}”.' })
  expect(faultOf("{ 'a': 1 }")).toEqual({ line: 1, sentence: "Expected a name in double quotes, not “'”." })
  expect(faultOf('[1,\n2')).toEqual({ line: 2, sentence: 'Expected a comma or ], but the text ends here.' })
  expect(faultOf('{} {}')).toEqual({ line: 1, sentence: 'Nothing may follow the value, not “{”.' })
})
