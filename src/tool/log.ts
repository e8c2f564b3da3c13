import {
  type DestinationStream,
  destination,
  type Level,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino'
import type { ToolConfig } from '../config.ts'
import { printableLines } from '../kernel/text/printable.ts'
import { writeErr } from './terminal.ts'

type LogSettings = Pick<ToolConfig, 'TIDINGS_LOG_LEVEL' | 'TIDINGS_LOG_FORMAT'>

/** Creates the log on standard output: text for a person on a terminal, otherwise JSON for programs. */
export async function serverLog({
  TIDINGS_LOG_LEVEL: level = 'info',
  TIDINGS_LOG_FORMAT,
}: LogSettings): Promise<Logger> {
  const format = TIDINGS_LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json')
  return makeLog(level, format === 'text' ? await readable(process.stdout) : destination(1))
}

/**
 * Creates the log on standard error: sentences from `default_level` on; the lines of a server if a level or a format is
 * set.
 */
export async function commandLog(default_level: Level, settings: LogSettings): Promise<Logger> {
  const { TIDINGS_LOG_LEVEL: level, TIDINGS_LOG_FORMAT } = settings
  const format = TIDINGS_LOG_FORMAT ?? (level === undefined || process.stderr.isTTY ? 'text' : 'json')
  if (format === 'json') return makeLog(level ?? default_level, { write: (line) => writeErr(line) })
  if (level !== undefined) return makeLog(level, await readable(process.stderr))
  return makeLog(default_level, { write: (line) => writeErr(sentence(line)) })
}

/** Creates a log of JSON lines, with times in ISO 8601 and named levels. */
export function makeLog(level: Level | 'silent', stream: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: withoutValues },
    },
    stream,
  )
}

/** Omits the members in which PostgreSQL repeats values of rows or parameters, because they may be secret. */
function withoutValues(error: Error): object {
  const shown = stdSerializers.err(error)
  return 'severity' in error ? { ...shown, detail: undefined, where: undefined, internalQuery: undefined } : shown
}

/** Formats JSON lines as text. Loaded lazily, because programs read JSON. */
async function readable(stream: NodeJS.WriteStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty')
  const pretty = prettyFactory({
    colorize: stream.isTTY && stream.hasColors(),
    ignore: 'pid,hostname',
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
  })
  return { write: (line) => stream.write(pretty(withoutControls(line)) ?? '') }
}

/** Escapes control characters in the texts of a JSON line; stacks keep their line breaks. */
function withoutControls(line: string): string {
  return JSON.stringify(JSON.parse(line, (_, value) => (typeof value === 'string' ? printableLines(value) : value)))
}

/** Members of a log line that are printed after its message. */
const DETAILS = ['reason', 'error', 'err', 'file', 'setting'] as const
const WORDS: Readonly<Record<string, string>> = { warn: 'warning: ', error: 'error: ', fatal: 'error: ' }

type Line = { level: string; msg?: string } & Partial<Record<(typeof DETAILS)[number], string | { message?: string }>>

function sentence(text: string): string {
  const line: Line = JSON.parse(text)
  const details = DETAILS.map((name) => line[name]).map((detail) =>
    typeof detail === 'string' ? detail : detail?.message,
  )
  const more = details.filter((detail) => detail !== undefined && detail !== '' && detail !== line.msg)
  return `${WORDS[line.level] ?? ''}${line.msg ?? ''}${more.length > 0 ? ` (${more.join(', ')})` : ''}\n`
}
