import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { validationProblems } from '../../http/validation/validation-problem.ts'
import type { Problem } from '../../kernel/errors.ts'
import { foreignReferences, invalidPatterns, pointersOfReference } from './keywords.ts'

/** A JSON Schema and a value that must match it, both from `data` of a request. */
export type SchemaAndSample = { payload: object; sample: unknown }

// Unknown keywords are ignored, as the drafts require.
const OPTIONS: Options = { strict: false, allErrors: true, verbose: true, logger: false, inlineRefs: false }

const DRAFTS: ReadonlyMap<unknown, () => Ajv> = new Map<unknown, () => Ajv>([
  [undefined, () => new Ajv2020(OPTIONS)],
  ['https://json-schema.org/draft/2020-12/schema', () => new Ajv2020(OPTIONS)],
  ['http://json-schema.org/draft-07/schema#', () => new Ajv(OPTIONS)],
  ['http://json-schema.org/draft-07/schema', () => new Ajv(OPTIONS)],
])

/** Limit as for any other body. */
const MAX_PROBLEMS = 20

/**
 * Opens a validator for the draft of a schema and warms it up, which takes tens of milliseconds; null for an unknown
 * draft.
 */
export function openValidator(payload: object): Ajv | null {
  const ajv = DRAFTS.get('$schema' in payload ? payload.$schema : undefined)?.() ?? null
  if (ajv === null) return null
  ajvFormats.default(ajv)
  // Compiles the meta-schema.
  ajv.validateSchema({})
  return ajv
}

/**
 * Returns the problems of a schema, or else of its sample. A hostile schema may take any time and memory, so run it in
 * a thread that can be terminated. Throws on endless recursion, and on undefined references other than `$ref`.
 */
export function checkSchema(
  { payload, sample }: SchemaAndSample,
  ajv: Ajv | null = openValidator(payload),
): readonly Problem[] {
  if (ajv === null) return [unknownDraft()]
  if (!ajv.validateSchema(payload)) return problemsAt('/data/payload', ajv.errors ?? [])
  const problems = [...invalidPatterns(payload), ...foreignReferences(payload)]
  if (problems.length > 0) return problems.slice(0, MAX_PROBLEMS)
  return compileAndValidate(ajv, { payload, sample })
}

function compileAndValidate(ajv: Ajv, { payload, sample }: SchemaAndSample): readonly Problem[] {
  try {
    const validate = ajv.compile(payload)
    if ('$async' in validate) return [{ detail: 'JSON Schema has no keyword $async.', pointer: '/data/payload/$async' }]
    return validate(sample) ? [] : problemsAt('/data/sample', validate.errors ?? [])
  } catch (error) {
    if (!(error instanceof Ajv.MissingRefError)) throw error
    const detail = 'This reference leads to nothing: it must name a part of the schema, such as "#/$defs/address".'
    return pointersOfReference(payload, error.missingRef).map((pointer) => ({ detail, pointer }))
  }
}

function unknownDraft(): Problem {
  const drafts = [...DRAFTS.keys()].filter((draft) => draft !== undefined)
  const detail = `data.payload.$schema must be one of ${drafts.join(', ')}; without it the schema is read as draft 2020-12.`
  return { detail, pointer: '/data/payload/$schema' }
}

function problemsAt(place: string, errors: readonly ErrorObject[]): readonly Problem[] {
  const placed = errors.map((error) => ({ ...error, instancePath: place + error.instancePath }))
  return validationProblems(placed, 'body')
}
