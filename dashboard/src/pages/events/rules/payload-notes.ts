import { Problem } from '../../../api/problem.ts'
import type { LineNote } from '../../../ui/json/json-editor.tsx'
import { lineOf, type ReadJson } from '../../../ui/json/json-lines.ts'
import { type EventShape, payloadPointer } from './published-event.ts'
import { type PayloadSchema, schemaHints } from './schema-hints.ts'

/** What is said about the lines of a payload: what the API refused, why it is not JSON, and what the schema hints at. */
export function notesOf(read: ReadJson, schema: PayloadSchema, error: unknown, shape: EventShape): readonly LineNote[] {
  if ('fault' in read) return [{ ...read.fault, kind: 'error' }]
  const refused = error instanceof Problem ? error.details : []
  const errors = refused.flatMap(({ source, detail, title }): LineNote[] => {
    const pointer = payloadPointer(source?.pointer, shape)
    return pointer === null ? [] : [{ line: lineOf(read.lines, pointer), sentence: detail ?? title, kind: 'error' }]
  })
  const hints = schemaHints(schema, read.value).map(
    ({ pointer, sentence }): LineNote => ({ line: lineOf(read.lines, pointer), sentence, kind: 'hint' }),
  )
  return [...errors, ...hints]
}
