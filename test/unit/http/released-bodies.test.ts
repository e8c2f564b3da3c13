import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { makeValidatorCompiler } from '../../../src/http/validation/validation.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Validator = { (value: unknown): boolean; errors: unknown }

const schema = Type.Object({ data: Type.Object({ sizes: Type.Array(Type.Integer()) }) })
const route = { schema, httpPart: 'body', method: 'POST', url: '/' }

test('a rejected body is garbage-collected', async () => {
  const validate = makeValidatorCompiler()(route) as unknown as Validator
  const refused = refuse(validate)
  // A dereferenced WeakRef keeps its object until the end of the current job of the event loop.
  await new Promise(setImmediate)
  collectGarbage()
  expect(refused.deref()).toBeUndefined()
})

function refuse(validate: Validator): WeakRef<object> {
  const body = { other: 1 }
  expect(validate(body)).toBe(false)
  expect(validate.errors).toHaveLength(1)
  return new WeakRef(body)
}
