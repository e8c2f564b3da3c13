import { badQuery } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'

/** Position in a stream, used as the id of each event: the log, and the stream that sent it. */
export type Cursor = { log_id: string; stream_id: string | null }

export function printCursor({ log_id, stream_id }: Cursor): string {
  return stream_id === null ? log_id : `${log_id}.${stream_id}`
}

/** Parses a cursor, or the id of a log. Throws `malformed_query`. */
export function parseCursor(text: string): Cursor {
  const [log_id = '', stream_id = null, ...others] = text.split('.')
  if (isUuid(log_id) && (stream_id === null || isUuid(stream_id)) && others.length === 0) return { log_id, stream_id }
  throw badQuery('after', 'after must be the id of an event of the stream, or the id of a log.')
}
