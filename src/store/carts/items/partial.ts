import { Type } from 'typebox'
import { ErrorResponse } from '../../../http/error-response.ts'
import { refusal } from '../../../http/problem.ts'
import { invalid, type Problem } from '../../../kernel/errors.ts'
import type { Mode } from './find-requested.ts'

export const AddOptions = Type.Object({
  add_all_or_nothing: Type.Optional(
    Type.Boolean({
      description:
        'Whether to add nothing if any item cannot be added; otherwise the response lists the reasons for omitted items in `errors`.',
    }),
  ),
})

export const UpdateOptions = Type.Object({
  update_all_or_nothing: Type.Optional(
    Type.Boolean({
      description:
        'Whether to change nothing if any item cannot be changed (the default); otherwise the response lists the reasons for unchanged items in `errors`.',
    }),
  ),
})

export function modeOf(all_or_nothing: boolean | undefined, otherwise: Mode): Mode {
  if (all_or_nothing === undefined) return otherwise
  return all_or_nothing ? 'all' : 'possible'
}

/** Errors of the items that a partial request skipped. */
export const PartialErrors = Type.Optional(ErrorResponse.properties.errors)

export function partialErrors(problems: readonly Problem[]) {
  return problems.length === 0 ? {} : { errors: refusal(invalid(problems), '').body.errors }
}
