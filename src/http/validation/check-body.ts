import type { ErrorObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import { validationError } from './validation.ts'

/** Checks a body that a route parsed itself, such as the fields of a form. Throws `invalid`. */
export function checkBodyOf(request: FastifyRequest, schema: object, body: unknown): void {
  const validate = request.compileValidationSchema(schema, 'body')
  if (!validate(body)) throw validationError((validate.errors ?? []) as ErrorObject[], 'body')
}
