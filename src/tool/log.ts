import { type Level, type Logger, pino } from 'pino'
import type { ToolConfig } from '../config.ts'

type LogSettings = Pick<ToolConfig, 'TIDINGS_LOG_LEVEL'>

/** JSON lines on standard output, for programs. */
export function jsonLog({ TIDINGS_LOG_LEVEL: level = 'info' }: LogSettings): Logger {
  return pino({ level })
}

/** Text on standard error for people, from `default_level` on; JSON lines when a level is set. */
export function sentenceLog(default_level: Level, { TIDINGS_LOG_LEVEL: level }: LogSettings): Logger {
  const write = level === undefined ? (line: string) => process.stderr.write(sentence(line)) : writeLine
  return pino({ level: level ?? default_level }, { write })
}

function writeLine(line: string): void {
  process.stderr.write(line)
}

const WARNING = 40
const ERROR = 50

/** Members of a log line that are printed after its message. */
const DETAILS = ['reason', 'error', 'err', 'file'] as const

type Line = { level: number; msg?: string } & Partial<Record<(typeof DETAILS)[number], string | { message?: string }>>

function sentence(text: string): string {
  const line: Line = JSON.parse(text)
  const details = DETAILS.map((name) => line[name]).map((detail) =>
    typeof detail === 'string' ? detail : detail?.message,
  )
  const more = details.filter((detail) => detail !== undefined && detail !== '' && detail !== line.msg)
  const word = line.level >= ERROR ? 'error: ' : line.level >= WARNING ? 'warning: ' : ''
  return `${word}${line.msg ?? ''}${more.length > 0 ? ` (${more.join(', ')})` : ''}\n`
}
