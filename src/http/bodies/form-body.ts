import { parse } from 'node:querystring'
import { AppError } from '../../kernel/errors.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import { NUL, NUL_RULE } from './nul.ts'

/**
 * The fields of an `application/x-www-form-urlencoded` body. Throws `malformed_body` if a name or value contains
 * U+0000.
 */
export function parseFormBody(text: string): Record<string, string | string[] | undefined> {
  const fields = parse(text)
  for (const [name, value] of Object.entries(fields)) refuseNulInField(name, [value ?? ''].flat())
  return { ...fields }
}

/** Throws `malformed_body` that names the field if its name or a value contains U+0000. */
export function refuseNulInField(name: string, values: readonly string[]): void {
  if (name.includes(NUL)) throw new AppError('malformed_body', [{ detail: `The name of a form field ${NUL_RULE}` }])
  if (!values.some((value) => value.includes(NUL))) return
  throw new AppError('malformed_body', [{ detail: `The form field ${name} ${NUL_RULE}`, pointer: pointerStep(name) }])
}
