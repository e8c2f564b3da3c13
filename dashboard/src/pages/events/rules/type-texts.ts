import type { ProblemDetail } from '../../../api/problem.ts'
import type { LineNote } from '../../../ui/json/json-editor.tsx'
import { lineOf, type ReadJson } from '../../../ui/json/json-lines.ts'

/** Event type being edited. */
export type TypeTexts = { key: string; description: string; schema: string; sample: string }

export type TypeBody = {
  type: 'event-type'
  description: string
  payload: Record<string, unknown>
  sample: Record<string, unknown>
}

/**
 * Body of the request; null if a text is not a JSON object. An omitted schema means the API's default for all payloads.
 */
export function readTypeTexts({
  description,
  schema,
  sample,
}: TypeTexts): (Omit<TypeBody, 'payload'> & Partial<TypeBody>) | null {
  const [payload, example] = [objectOf(schema), objectOf(sample)]
  if (example === null || (payload === null && schema.trim() !== '')) return null
  return { type: 'event-type', description, ...(payload === null ? {} : { payload }), sample: example }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Notes on the lines of a text whose pointer in the request is `root`. */
export function notesAt(read: ReadJson, details: readonly ProblemDetail[], root: string): readonly LineNote[] {
  if ('fault' in read) return [{ ...read.fault, kind: 'error' }]
  return details.flatMap(({ source, detail, title }): LineNote[] => {
    const pointer = source?.pointer
    if (pointer !== root && pointer?.startsWith(`${root}/`) !== true) return []
    return [{ line: lineOf(read.lines, pointer.slice(root.length)), sentence: detail ?? title, kind: 'error' }]
  })
}
