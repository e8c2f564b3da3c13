import { createReadStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { hasCode } from '../../kernel/error-code.ts'
import { isObject, parseJsonOrNull } from '../../kernel/json/json.ts'

/** Progress of an interrupted export: its complete lines, and the id of the last record. */
export type Written = { lines: number; last_id: string | undefined }

const NONE: Written = { lines: 0, last_id: undefined }

/**
 * Reads the file of an interrupted export and truncates an incomplete last line. Returns no lines if the file does not
 * exist. Throws if the file is not an export.
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
    if (hasCode(error, 'ENOENT')) return NONE
    throw error
  }
  if (rest !== '') await truncate(file, bytes)
  return lines === 0 ? NONE : { lines, last_id: idIn(last, file) }
}

function idIn(line: string, file: string): string {
  const record = parseJsonOrNull(line)
  if (isObject(record) && typeof record.id === 'string') return record.id
  throw new Error(`${file} is not an export: its last line has no record with an id.`)
}
