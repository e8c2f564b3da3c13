import type { ErrorObject } from 'ajv'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { stepsOf } from '../../kernel/json/json-pointer.ts'
import type { Caller } from '../callers/caller.ts'
import { countUnknown, dropUnknown, REJECTED_MEMBERS } from './ignored-members.ts'
import { isCheckedWhole, validationError } from './validation.ts'

/** True if the caller's store wants unknown members listed in the response instead of rejected. */
export type ReportsUnknown = (caller: Caller) => Promise<boolean>

/**
 * Maximum number of validations per body: the branch of a union is only checked once the members around it are valid.
 */
const MAX_ROUNDS = 4
/** Maximum number of unknown members per body, because removing and listing more would cost as much as a request. */
const MAX_UNKNOWN = 100

/** Applies the store's setting for unknown members of the body. Costs nothing for a valid body. */
export function addReporting(route: RouteOptions, reports: ReportsUnknown): void {
  route.attachValidation = true
  const report = (request: FastifyRequest) => reportUnknown(request, reports)
  route.preHandler = [report, ...[route.preHandler ?? []].flat()]
}

type Failure = { validationContext?: string; validation?: readonly ErrorObject[] }

async function reportUnknown(request: FastifyRequest, reports: ReportsUnknown): Promise<void> {
  const { validationError: failure } = request as { validationError?: Failure }
  if (failure === undefined) return
  const { validationContext, validation = [] } = failure
  // Validation of a larger body does not find all problems at once.
  const isFew = validation.length <= MAX_UNKNOWN && isCheckedWhole(request.body)
  if (validationContext !== 'body' || !isFew || !areUnknown(validation)) throw failure
  if (!(await reports(request.caller))) throw failure
  dropAll(request, validation)
  // The framework validates these parts after the body, and stops at the first invalid part.
  validate(request, 'querystring', request.query)
  validate(request, 'headers', request.headers)
}

function dropAll(request: FastifyRequest, found: readonly ErrorObject[]): void {
  let errors: readonly ErrorObject[] = found
  for (let round = 0; errors.length > 0; round++) {
    const isTooMany = countUnknown(request.body) + errors.length > MAX_UNKNOWN
    if (round === MAX_ROUNDS || isTooMany || !areUnknown(errors)) throw validationError(errors, 'body')
    for (const { instancePath, params } of errors)
      if (params.additionalProperty !== undefined)
        dropUnknown(request.body as object, stepsOf(instancePath), String(params.additionalProperty))
    errors = errorsIn(request, 'body', request.body)
  }
}

/** True if unknown members are the only problems, and none of them is rejected with a reason. */
function areUnknown(errors: readonly ErrorObject[]): boolean {
  return errors.every(({ keyword, params, parentSchema }) => {
    // The condition of a branch fails together with the branch.
    if (keyword === 'if') return true
    const refused: object = parentSchema?.[REJECTED_MEMBERS] ?? {}
    return keyword === 'additionalProperties' && !Object.hasOwn(refused, params.additionalProperty)
  })
}

type Part = 'body' | 'querystring' | 'headers'

function validate(request: FastifyRequest, part: 'querystring' | 'headers', value: unknown): void {
  const errors = errorsIn(request, part, value)
  if (errors.length > 0) throw validationError(errors, part)
}

function errorsIn(request: FastifyRequest, part: Part, value: unknown): readonly ErrorObject[] {
  const check = request.getValidationFunction(part)
  return check === undefined || check(value) ? [] : ((check.errors ?? []) as ErrorObject[])
}
