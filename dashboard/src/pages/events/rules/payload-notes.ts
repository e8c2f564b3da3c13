import { Problem } from '../../../api/problem.ts'
import type { LineNote } from '../../../ui/json/json-editor.tsx'
import { lineOf, type ReadJson } from '../../../ui/json/json-lines.ts'
import { type EventShape, payloadPointer } from './published-event.ts'
import { type PayloadSchema, schemaHints } from './schema-hints.ts'

/** Notes on the lines of a payload: JSON errors, errors of the API, and schema hints. */
export function notesOf(read: ReadJson, schema: PayloadSchema, error: unknown, shape: EventShape): readonly LineNote[] {
  if ('fault' in read) return [{ ...read.fault, kind: 'error' }]
  const errors = refusalsOf(error, shape).map(
    ({ pointer, sentence }): LineNote => ({ line: lineOf(read.lines, pointer), sentence, kind: 'error' }),
  )
  const hints = schemaHints(schema, read.value).map(
    ({ pointer, sentence }): LineNote => ({ line: lineOf(read.lines, pointer), sentence, kind: 'hint' }),
  )
  return [...errors, ...hints]
}

type At = { pointer: string; sentence: string }

/** Notes on the fields of a payload: errors of the API and schema hints. */
export function fieldNotesOf(value: unknown, schema: PayloadSchema, error: unknown, shape: EventShape): readonly At[] {
  const hints = schemaHints(schema, value).map(({ pointer, sentence, missing }) =>
    missing === undefined ? { pointer, sentence } : { pointer: `${pointer}/${escaped(missing)}`, sentence: MISSING },
  )
  return [...refusalsOf(error, shape), ...hints]
}

const MISSING = 'This is missing, but the type requires it.'

/** Errors of the API about the payload. */
function refusalsOf(error: unknown, shape: EventShape): At[] {
  const refused = error instanceof Problem ? error.details : []
  return refused.flatMap(({ source, detail, title }) => {
    const pointer = payloadPointer(source?.pointer, shape)
    return pointer === null ? [] : [{ pointer, sentence: detail ?? title }]
  })
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
