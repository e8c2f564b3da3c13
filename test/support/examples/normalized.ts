import { createHash } from 'node:crypto'
import type { Exchange, Exchanges } from '../../../src/http/document/examples.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/duration.ts'

export type Run = {
  started_at: number
  /** Texts that differ in each run, with their replacements. */
  names: readonly (readonly [text: string, shown: string])[]
}

/** Time of all events in the examples. */
const SHOWN_AT = Date.parse('2026-03-02T09:30:00.000Z')

/** Normalizes the recorded exchanges, so that every run produces the same. */
export function normalized(exchanges: ReadonlyMap<string, Exchange>, run: Run): Exchanges {
  const known = new Map<string, string>()
  const shown = [...exchanges].map(([operationId, exchange]) => {
    let text = JSON.stringify(shortened(exchange))
    for (const [value, name] of run.names) text = text.replaceAll(value, name)
    text = withoutChance(text, operationId, known)
    text = text.replaceAll(TIME, (time) => momentShown(Date.parse(time), run)?.toISOString() ?? time)
    text = text.replaceAll(DATE, (date) => dateShown(Date.parse(date), run) ?? date)
    text = text.replaceAll(PARTITION, SHOWN_DAY.replaceAll('-', ''))
    return [operationId, JSON.parse(text, (name, value: unknown) => fixed(name, value, run))]
  })
  return Object.fromEntries(shown)
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

const DATE = /\d{4}-\d\d-\d\d(?!T)/g

/** Random values and their replacements: equally valid, and recognizable as examples where secret. */
const RANDOM: readonly { pattern: RegExp; shown: (digits: string) => string }[] = [
  { pattern: /eyJ[\w-]+\.[\w-]+\.[\w-]+/g, shown: () => 'EXAMPLE-TOKEN' },
  { pattern: /(?<=v1,)[\w+/]{43}=/g, shown: () => 'EXAMPLE-SIGNATURE' },
  {
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    shown: (digits) => `019cade2-11c0-7000-8000-0000${digits}`,
  },
  { pattern: /(?<=tidings_)[\w-]{43}/g, shown: () => 'EXAMPLE-CLIENT-SECRET' },
  { pattern: /\b[0-9a-f]{40}\b/g, shown: () => 'ANOTHER-CLIENT-ID' },
  { pattern: /(?<=\/dashboard\/[a-z-]+#|"code":")[\w-]{64}/g, shown: () => 'EXAMPLE-CODE' },
  { pattern: /(?<=secret=|"secret":")[A-Z2-7]{32}/g, shown: () => 'EXAMPLESECRET' },
  { pattern: /(?<="one_time_code":")\d{6}/g, shown: () => '482915' },
  {
    pattern: /\b[a-z0-9]{4}(?:-[a-z0-9]{4}){3}\b/g,
    shown: (digits) => `${digits.slice(0, 4)}-${digits.slice(4)}-k7mn-p3qr`,
  },
  { pattern: /(?<=LINEN-)[0-9A-Z]{10}/g, shown: (digits) => digits.toUpperCase() },
  { pattern: /(?<=manual-|sandbox-)[0-9a-f]{12}/g, shown: (digits) => digits },
  { pattern: /(?<="challenge":")[\w-]{100,}/g, shown: () => 'EXAMPLE-CHALLENGE' },
  { pattern: /(?<="(?:clientDataJSON|attestationObject)":")[\w-]{80,}/g, shown: () => 'EXAMPLE-BASE64URL' },
  { pattern: /(?<="(?:credential|excludeCredentials)":\[?\{"id":")[\w-]{43}/g, shown: () => 'EXAMPLE-CREDENTIAL' },
  { pattern: /(?<="user":\{"id":")[\w-]{22}/g, shown: () => 'EXAMPLE-PERSON' },
]

/** Depends on the first operation that shows the text, so that added operations do not change earlier examples. */
function withoutChance(text: string, operationId: string, known: Map<string, string>): string {
  return RANDOM.reduce((before, { pattern, shown }, kind) => {
    let count = 0
    return before.replaceAll(pattern, (value) => {
      const name = known.get(value) ?? shown(digitsOf(`${operationId} ${kind} ${count++}`))
      known.set(value, name)
      return name
    })
  }, text)
}

function digitsOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 8)
}

/** Maps times near the start of the run to one moment and keeps larger distances; null for times outside the run. */
function momentShown(time: number, { started_at }: Run): Date | null {
  const distance = time - started_at
  const isOfRun = distance > -2 * DAY && distance < 40 * DAY
  if (!isOfRun) return null
  return new Date(SHOWN_AT + Math.round(distance / STEP_MS) * STEP_MS)
}

const PARTITION = /(?<=\b(?:events|jobs|logs|audit_entries)_)\d{8}\b/g
const SHOWN_DAY = new Date(SHOWN_AT).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** A run may span two days. */
function dateShown(date: number, { started_at }: Run): string | null {
  const isOfRun = Math.abs(date - started_at) < 2 * DAY
  return isOfRun ? SHOWN_DAY : null
}

/** Longer than a run. */
const STEP_MS = 10 * MINUTE

/** Fixes measured values, and times that are not ISO 8601. */
function fixed(name: string, value: unknown, run: Run): unknown {
  if (typeof value === 'number' && MEASURED.has(name)) return 0.184
  if (typeof value === 'number' && name in WHOLE) return WHOLE[name]
  if (name === 'dropped_at') return SHOWN_END
  if (isSeries(value)) return seriesShown(value)
  if (isWorker(value)) return { ...value, ...BUSY }
  if (name === 'date' && typeof value === 'string') return momentShown(Date.parse(value), run)?.toUTCString() ?? value
  const seconds = /^\d{10}$/.test(String(value)) ? momentShown(Number(value) * 1000, run) : null
  if (seconds === null) return value
  return typeof value === 'string' ? String(seconds.getTime() / 1000) : seconds.getTime() / 1000
}

const MEASURED = new Set(['processing_time', 'p50', 'p95', 'p99'])

/** Integers that differ in each run. */
const WHOLE: Readonly<Record<string, number>> = {
  search_time_ms: 3,
  bytes: 24_576,
  partition_bytes: 24_576,
  row_estimate: 0,
  partitions: 27,
}
/** End of a partition of that day under the default retention. */
const SHOWN_END = new Date(Date.parse(SHOWN_DAY) + 31 * DAY).toISOString()

type Series = { type: 'series'; metrics: Record<string, (number | null)[]> }

function isSeries(value: unknown): value is Series {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'series'
}

function isWorker(value: unknown): value is { type: 'worker' } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'worker'
}

const BUSY = { jobs: { in_flight: 3, waiting: 0 }, integrations: { busy: 1, probing: 0 } }

/** A run may span two hours, so two are shown, with all counts in the second. */
function seriesShown(series: Series) {
  const shown = (name: string, values: readonly (number | null)[]) => {
    if (name.includes('_p')) return [null, 0.184]
    return [0, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]
  }
  const metrics = Object.entries(series.metrics).map(([name, values]) => [name, shown(name, values)])
  const [from, to] = [-1, 1].map((hours) => new Date(SHOWN_AT - 30 * MINUTE + hours * HOUR).toISOString())
  return { ...series, from, to, points: 2, metrics: Object.fromEntries(metrics) }
}

/** Keeps the first two items of lists, like a page of two. */
function shortened(exchange: Exchange): Exchange {
  const { response } = exchange
  if (typeof response !== 'object' || response === null || !('data' in response)) return exchange
  const { data } = response
  return Array.isArray(data) ? { ...exchange, response: { ...response, data: data.slice(0, 2) } } : exchange
}
