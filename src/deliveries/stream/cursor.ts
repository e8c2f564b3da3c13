import { badQuery } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'

/** The place in a stream that the id of each of its events names: the log, and the stream that has sent it. */
export type Cursor = { log_id: string; stream_id: string | null }

export function printCursor({ log_id, stream_id }: Cursor): string {
  return stream_id === null ? log_id : `${log_id}.${stream_id}`
}

/** Also the id of a log alone. Throws `malformed_query`. */
export function parseCursor(text: string): Cursor {
  const [log_id = '', stream_id = null, ...others] = text.split('.')
  if (isUuid(log_id) && (stream_id === null || isUuid(stream_id)) && others.length === 0) return { log_id, stream_id }
  throw badQuery('after', 'after must be the id of an event of the stream, or the id of a log.')
}
