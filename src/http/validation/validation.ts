import { hash } from 'node:crypto'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import ajvFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { countryCode } from '../../kernel/countries/countries.ts'
import { AppError, type ErrorCode, notFound } from '../../kernel/errors.ts'
import { isTime } from '../../kernel/time.ts'
import { LIST_FILTER, LIST_SORT } from '../document/list-fields.ts'
import { componentNamer, mapMembers } from './components.ts'
import { ignoredKeyword, REJECTED_MEMBERS, shownAsBooleanKeyword } from './ignored-members.ts'
import { rejectUnknownMembers } from './known-members.ts'
import { chooseBranches } from './unions.ts'
import { type RequestPart, validationProblems } from './validation-problem.ts'

/** Items per list whose problems are all reported. Validators would need seconds for 5,000 items. */
const MAX_ITEMS = 101
/** Bodies with more values than this, after lists are shortened, report their first problem only. */
const MAX_VALUES = 20_000

// strictTypes and similar options enforce a style of schema; strictSchema, the default, finds misspelled keywords.
// Optimizing the generated code takes as long as generating it, and inlining references takes longer, which the first
// request that uses a schema would wait for.
const COMMON: Options = {
  verbose: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  code: { optimize: false },
  inlineRefs: false,
}

/**
 * Validators are compiled on first use, because compiling all of them takes longer than the rest of the startup. Bodies
 * are not coerced. Query, path and header values are text and are converted to the type of their schema. Unknown
 * members of a body are rejected, read-only members are ignored (`known-members.ts`).
 */
export function makeValidatorCompiler(): FastifySchemaCompiler<object> {
  const first = new Compiler({ ...COMMON, coerceTypes: false })
  const every = new Compiler({ ...COMMON, coerceTypes: false, allErrors: true })
  const text = new Compiler({ ...COMMON, coerceTypes: 'array', useDefaults: true, allErrors: true })
  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') return validator(lazily(() => text.compile(prepareSchema(schema))))
    let check: Check | undefined
    return validator((body) => {
      check ??= checkBody(first, every, prepareSchema(rejectUnknownMembers(schema)))
      return check(body)
    })
  }
}

/** Named parts are compiled once per schema. */
function prepareSchema(schema: object): object {
  const $defs: Record<string, object> = {}
  const named = componentNamer($defs, '#/$defs/')(chooseBranches(schema)) as object
  return Object.keys($defs).length === 0 ? named : { ...named, $defs }
}

/** The error of a failed validation: 422 for a body, 400 for a query or header, 404 for a path. */
export function validationError(errors: readonly ErrorObject[], part: RequestPart): AppError {
  if (part === 'params') return notFound(nameOf(errors))
  return new AppError(CODES[part], validationProblems(errors, part))
}

/** The resource that a path parameter identifies. */
function nameOf([error]: readonly ErrorObject[]): string {
  return error?.instancePath.slice(1).replace(/_id$/, '').replaceAll('_', ' ') || 'resource'
}

const CODES: Readonly<Record<'body' | 'querystring' | 'headers', ErrorCode>> = {
  body: 'invalid',
  querystring: 'malformed_query',
  headers: 'malformed_header',
}

/** The errors of a value; null if it is valid. */
type Check = (value: unknown) => readonly ErrorObject[] | null

/** Adapts a check to the framework's interface. Errors reference the value, so they are released once read. */
function validator(check: Check) {
  let latest: ReturnType<Check> = null
  const validate = (value: unknown): boolean => {
    latest = check(value)
    return latest === null
  }
  return Object.defineProperty(validate, 'errors', {
    get() {
      const errors = latest
      latest = null
      return errors
    },
  })
}

/** Compiles each schema once, because many routes share paths and queries, and several servers share bodies. */
class Compiler {
  readonly #options: Options
  #ajv: Ajv | null = null
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(options: Options) {
    this.#options = options
  }

  compile(schema: object): ValidateFunction {
    const digest = hash('sha1', JSON.stringify(schema))
    const known = this.#compiled.get(digest)
    if (known !== undefined) return known
    this.#ajv ??= makeAjv(this.#options)
    const compiled = this.#ajv.compile(schema)
    this.#compiled.set(digest, compiled)
    return compiled
  }
}

function makeAjv(options: Options): Ajv {
  const ajv = new Ajv(options)
  ajvFormats.default(ajv)
  // ajv-formats accepts `urn:uuid:` before a UUID, but PostgreSQL does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  // Clients omit the time zone, which then is UTC, or the time of day.
  ajv.addFormat('date-time', isTime)
  ajv.addKeyword({ ...ALIASES, compile: replaceAlias })
  ajv.addKeyword({ ...COUNTRY, compile: () => replaceCountry })
  ajv.addKeyword({ ...NULL, compile: replaceNull })
  ajv.addKeyword(ignoredKeyword)
  ajv.addKeyword(shownAsBooleanKeyword)
  ajv.addVocabulary([
    'example',
    'x-examples',
    'x-response-description',
    'x-pattern',
    REJECTED_MEMBERS,
    LIST_FILTER,
    LIST_SORT,
  ])
  return ajv
}

/** Replaces aliases of a value before the value is checked. `const` is the first check. */
const ALIASES = { keyword: 'x-aliases', schemaType: 'object', modifying: true, before: 'const' } as const

function replaceAlias(aliases: Readonly<Record<string, string>>): DataValidateFunction {
  return (value: unknown, context) => {
    const isAlias = typeof value === 'string' && Object.hasOwn(aliases, value)
    if (isAlias && context !== undefined) context.parentData[context.parentDataProperty] = aliases[value]
    return true
  }
}

/** Replaces a country's name with its code. */
const COUNTRY = { keyword: 'x-country', schemaType: 'boolean', modifying: true, before: 'const' } as const

const replaceCountry: DataValidateFunction = (value: unknown, context) => {
  const code = typeof value === 'string' ? countryCode(value) : undefined
  if (code !== undefined && context !== undefined) context.parentData[context.parentDataProperty] = code
  return true
}

/** Replaces null, because some clients send every member that they know. */
const NULL = { keyword: 'x-null', schemaType: 'string', modifying: true } as const

function replaceNull(replacement: string): DataValidateFunction {
  return (value: unknown, context) => {
    if (value === null && context !== undefined) context.parentData[context.parentDataProperty] = replacement
    return true
  }
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
 * Collects all problems of the body with shortened lists. If there are none, reports the first problem of the whole
 * body.
 */
function checkBody(first: Compiler, every: Compiler, schema: object): Check {
  const whole = lazily(() => first.compile(schema))
  const report = lazily(() => every.compile(schema))
  return (body) => {
    if (isCheckedWhole(body)) return report(body)
    const shortened = shortenLists(body)
    return (isWithin(shortened, LIMITS) ? report(shortened) : null) ?? whole(body)
  }
}

const LIMITS = { values: MAX_VALUES, items: MAX_ITEMS }

/** True if validation reports all problems of a body. */
export function isCheckedWhole(body: unknown): boolean {
  return isWithin(body, LIMITS)
}

function shortenLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortenLists)
  if (typeof value !== 'object' || value === null) return value
  return mapMembers(value as Record<string, unknown>, shortenLists)
}

function isWithin(body: unknown, limits: { values: number; items: number }): boolean {
  const open: unknown[] = [body]
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop()
    if (seen + open.length >= limits.values) return false
    if (Array.isArray(value) && value.length > limits.items) return false
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) if (open.push(member) > limits.values) return false
    }
  }
  return true
}
