import { createReadStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { isObject } from '../../kernel/json.ts'

/** How far an earlier export came: so many whole lines, and the id of the record in the last of them. */
export type Written = { lines: number; last_id: string | undefined }

const NOTHING: Written = { lines: 0, last_id: undefined }

/**
 * Reads what an earlier export has written, and cuts off a line that it did not finish. Nothing is written when there is
 * no such file. Throws when the file is no export.
 */
export async function readWritten(file: string): Promise<Written> {
  let bytes = 0
  let lines = 0
  let last = ''
  let rest = ''
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) bytes += Buffer.byteLength(part) + 1
      lines += parts.length
      last = parts.at(-1) ?? last
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NOTHING
    throw error
  }
  if (rest !== '') await truncate(file, bytes)
  return lines === 0 ? NOTHING : { lines, last_id: idIn(last, file) }
}

function idIn(line: string, file: string): string {
  const record = parse(line)
  if (isObject(record) && typeof record.id === 'string') return record.id
  throw new Error(`${file} is not what an export wrote: its last line is no record with an id.`)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
