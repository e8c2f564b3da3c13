import JSON5 from 'json5'
import { parseJsonBody } from '../../http/bodies/json-body.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * A body as clients of this API write it: also with names without quotes, with single quotes, comments and commas at the
 * end. Empty is empty. Throws `malformed_body`, `invalid`.
 */
export function parseLenientBody(text: string): Record<string, unknown> {
  const body = parse(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new AppError('malformed_body', [{ detail: 'The body must be an object, such as {"quantity": 1}.' }])
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  let written = text
  try {
    JSON.parse(text)
  } catch {
    written = strictly(text)
  }
  return parseJsonBody(written)
}

/** What is checked of strict JSON is checked of it too. */
function strictly(text: string): string {
  try {
    return JSON.stringify(JSON5.parse(text))
  } catch (cause) {
    const told = cause instanceof Error ? cause.message.replace(/^JSON5: /, '') : String(cause)
    throw new AppError('malformed_body', [{ detail: `Invalid JSON: ${told}.` }], { cause })
  }
}
