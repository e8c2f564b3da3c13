import { Ajv, type ErrorObject, type Options } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { AppError, type ErrorCode } from '../kernel/errors.ts'
import { type RequestPart, validationProblems } from './validation-problem.ts'

/** Bodies with more values than this report their first problem only: collecting all of them could fill the memory. */
const MOST_VALUES = 20_000

// strictTypes and the like ask for a style of schema; strictSchema, the default, finds misspelt keywords.
// Tidying the generated code takes as long as generating it, and whoever needs a large schema first waits for that.
const COMMON: Options = {
  verbose: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  code: { optimize: false },
}

/**
 * Compiled when they are first needed: all of them take longer than everything else that a start does.
 * Bodies are taken as they are; query, path and header values are text and are turned into the type their schema asks for.
 * Unknown members stay: they are accepted everywhere.
 */
export function makeValidatorCompiler(): FastifySchemaCompiler<object> {
  const first = makeAjv({ ...COMMON, coerceTypes: false })
  const every = makeAjv({ ...COMMON, coerceTypes: false, allErrors: true })
  const text = makeAjv({ ...COMMON, coerceTypes: 'array', useDefaults: true, allErrors: true })
  return ({ schema, httpPart }) =>
    lazily(() => (httpPart === 'body' ? compileBody(first, every, schema) : text.compile(schema)))
}

/** What a failed validation answers: 422 for a body, 400 for a query or header, 404 for a path. */
export function validationError(errors: readonly ErrorObject[], part: RequestPart): AppError {
  if (part === 'params') return new AppError('not_found', [{ detail: 'The resource could not be found.' }])
  return new AppError(CODES[part], validationProblems(errors, part))
}

const CODES: Readonly<Record<'body' | 'querystring' | 'headers', ErrorCode>> = {
  body: 'invalid',
  querystring: 'malformed_query',
  headers: 'malformed_header',
}

type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

function makeAjv(options: Options): Ajv {
  const ajv = new Ajv(options)
  ajvFormats.default(ajv)
  // ajv-formats takes `urn:uuid:` before a UUID, PostgreSQL doesn't.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addVocabulary(['example', 'x-examples', 'x-response-description'])
  return ajv
}

function lazily(compile: () => Validator): Validator {
  let compiled: Validator | undefined
  const validate: Validator = (value) => {
    compiled ??= compile()
    const isValid = compiled(value)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

function compileBody(first: Ajv, every: Ajv, schema: object): Validator {
  const gate = first.compile(schema)
  const validate: Validator = (body) => {
    if (gate(body)) return true
    validate.errors = gate.errors ?? []
    if (holdsAtMost(body, MOST_VALUES)) {
      const all = every.compile(schema)
      all(body)
      validate.errors = all.errors ?? validate.errors
    }
    return false
  }
  return validate
}

function holdsAtMost(body: unknown, most: number): boolean {
  const open: unknown[] = [body]
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop()
    if (seen + open.length >= most) return false
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) if (open.push(member) > most) return false
    }
  }
  return true
}
