import JSON5 from 'json5'
import { parseJson } from '../../http/bodies/json-body.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * Parses a JSON or JSON5 object (unquoted names, single quotes, comments, trailing commas). An empty body is an empty
 * object. Throws `malformed_body`, `invalid`.
 */
export function parseLenientBody(text: string): Record<string, unknown> {
  const body = parse(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw new AppError('malformed_body', [{ detail: 'The body must be an object, such as {"quantity": 1}.' }])
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  let json = text
  try {
    JSON.parse(text)
  } catch {
    json = toStrictJson(text)
  }
  // Accepts numbers that would lose digits, because each field checks its own numbers.
  return parseJson(json)
}

/** The parser would log a warning for each separator in a text. */
function escapeSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Converts JSON5 to JSON, so that it passes the same checks. */
function toStrictJson(text: string): string {
  try {
    return JSON.stringify(JSON5.parse(escapeSeparators(text)))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^JSON5: /, '') : String(cause)
    throw new AppError('malformed_body', [{ detail: `Invalid JSON: ${reason}.` }], { cause })
  }
}
