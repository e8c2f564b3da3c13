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

/** Lines on standard output: for a person on a terminal, otherwise JSON for programs. */
export async function serverLog({
  TIDINGS_LOG_LEVEL: level = 'info',
  TIDINGS_LOG_FORMAT,
}: LogSettings): Promise<Logger> {
  const format = TIDINGS_LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json')
  return makeLog(level, format === 'text' ? await readable(process.stdout) : destination(1))
}

/** Sentences on standard error, from `default_level` on; the lines of a server when a level or a format is set. */
export async function commandLog(default_level: Level, settings: LogSettings): Promise<Logger> {
  const { TIDINGS_LOG_LEVEL: level, TIDINGS_LOG_FORMAT } = settings
  const format = TIDINGS_LOG_FORMAT ?? (level === undefined || process.stderr.isTTY ? 'text' : 'json')
  if (format === 'json') return makeLog(level ?? default_level, { write: (line) => writeErr(line) })
  if (level !== undefined) return makeLog(level, await readable(process.stderr))
  return makeLog(default_level, { write: (line) => writeErr(sentence(line)) })
}

/** A log of JSON lines: times in ISO 8601, levels by their names. */
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

/** An error without the members in which PostgreSQL repeats what a row or a parameter holds: it may be secret. */
function withoutValues(error: Error): object {
  const shown = stdSerializers.err(error)
  return 'severity' in error ? { ...shown, detail: undefined, where: undefined, internalQuery: undefined } : shown
}

/** What turns JSON lines into one line of text each. Loaded only for people: programs read JSON. */
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

/** A line of JSON whose texts show their control characters; stacks keep their lines. */
function withoutControls(line: string): string {
  return JSON.stringify(JSON.parse(line, (_, value) => (typeof value === 'string' ? printableLines(value) : value)))
}

/** Members of a log line that are printed after its message. */
const DETAILS = ['reason', 'error', 'err', 'file', 'setting'] as const
/** Levels that are named before the message. */
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
