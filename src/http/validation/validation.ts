import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { AppError, type ErrorCode } from '../../kernel/errors.ts'
import { mapMembers, nameComponents } from './components.ts'
import { refuseUnknownMembers } from './known-members.ts'
import { chooseBranches } from './unions.ts'
import { type RequestPart, validationProblems } from './validation-problem.ts'

/** Items of a list whose problems are all reported: collecting those of 5,000 takes the validators seconds. */
const MOST_ITEMS = 101
/** Bodies with more values than this, lists shortened, report their first problem only. */
const MOST_VALUES = 20_000

// strictTypes and the like ask for a style of schema; strictSchema, the default, finds misspelt keywords.
// Tidying the generated code takes as long as generating it, and repeating what has a name longer: whoever needs a schema
// first waits for that.
const COMMON: Options = {
  verbose: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  code: { optimize: false },
  inlineRefs: false,
}

/**
 * Compiled when they are first needed: all of them take longer than everything else that a start does.
 * Bodies are taken as they are; query, path and header values are text and are turned into the type their schema asks for.
 * Members of a body that nothing knows are refused, those that the response shows are ignored (`known-members.ts`).
 */
export function makeValidatorCompiler(): FastifySchemaCompiler<object> {
  const first = makeAjv({ ...COMMON, coerceTypes: false })
  const every = makeAjv({ ...COMMON, coerceTypes: false, allErrors: true })
  const text = makeAjv({ ...COMMON, coerceTypes: 'array', useDefaults: true, allErrors: true })
  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') return validator(lazily(() => text.compile(prepareSchema(schema))))
    let check: Check | undefined
    return validator((body) => {
      check ??= checkBody(first, every, prepareSchema(refuseUnknownMembers(schema)))
      return check(body)
    })
  }
}

/** What has a name is compiled once for each schema, wherever it stands in it. */
function prepareSchema(schema: object): object {
  const $defs: Record<string, object> = {}
  const named = nameComponents(chooseBranches(schema), $defs, '#/$defs/') as object
  return Object.keys($defs).length === 0 ? named : { ...named, $defs }
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

/** What is wrong with a value; null when nothing is. */
type Check = (value: unknown) => readonly ErrorObject[] | null

/** As the framework calls it. Errors are told once: they hold the value, which would be kept until the next one. */
function validator(check: Check) {
  let told: ReturnType<Check> = null
  const validate = (value: unknown): boolean => {
    told = check(value)
    return told === null
  }
  return Object.defineProperty(validate, 'errors', {
    get() {
      const errors = told
      told = null
      return errors
    },
  })
}

function makeAjv(options: Options): Ajv {
  const ajv = new Ajv(options)
  ajvFormats.default(ajv)
  // ajv-formats takes `urn:uuid:` before a UUID, PostgreSQL doesn't.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addVocabulary(['example', 'x-examples', 'x-response-description'])
  return ajv
}

function lazily(compile: () => ValidateFunction): Check {
  let compiled: ValidateFunction | undefined
  return (value) => {
    compiled ??= compile()
    if (compiled(value)) return null
    const { errors } = compiled
    compiled.errors = null
    return errors ?? []
  }
}

/**
 * All problems are looked for in what is left of a body when its lists are shortened; what is left out counts when nothing
 * else is wrong.
 */
function checkBody(first: Ajv, every: Ajv, schema: object): Check {
  const whole = lazily(() => first.compile(schema))
  const report = lazily(() => every.compile(schema))
  return (body) => {
    if (holdsAtMost(body, MOST)) return report(body)
    const shortened = shortenLists(body)
    return (holdsAtMost(shortened, MOST) ? report(shortened) : null) ?? whole(body)
  }
}

const MOST = { values: MOST_VALUES, items: MOST_ITEMS }

/** The value with the first `MOST_ITEMS` of each list. */
function shortenLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortenLists)
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value as Record<string, unknown>, shortenLists)
}

function holdsAtMost(body: unknown, most: { values: number; items: number }): boolean {
  const open: unknown[] = [body]
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop()
    if (seen + open.length >= most.values) return false
    if (Array.isArray(value) && value.length > most.items) return false
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) if (open.push(member) > most.values) return false
    }
  }
  return true
}
