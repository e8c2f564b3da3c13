import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AccountOptions, findAccount } from '../../client/account.ts'
import { readLines, type Line as TextLine } from '../../client/lines.ts'
import { connectWithRetries } from '../../client/retrying-connection.ts'
import { csvOf, readCsv } from '../../client/transfer/csv.ts'
import { exportEverything, exportList } from '../../client/transfer/export.ts'
import { type FlatKindName, type Format, formatOf } from '../../client/transfer/format.ts'
import { importLines } from '../../client/transfer/import.ts'
import type { Item, Line } from '../../client/transfer/kind.ts'
import { parseLine } from '../../client/transfer/line.ts'
import { newProgress, openProgress, type Progress } from '../../client/transfer/progress-file.ts'
import { InvalidLine } from '../../client/transfer/refusal.ts'
import { reportExport, reportImport } from '../../client/transfer/reporting.ts'
import { readWritten } from '../../client/transfer/resume-export.ts'
import { Summary } from '../../client/transfer/summary.ts'
import { SECOND } from '../../kernel/duration.ts'
import { type OutputOptions, print } from '../../tool/output.ts'
import { writeErr } from '../../tool/terminal.ts'
import { type FlatKind, flatKinds, type OwnerOptions, parentsOf, parseRecord } from './flat.ts'
import { kinds } from './kinds.ts'

export type TransferName = FlatKindName | 'everything'
type Options = AccountOptions & OwnerOptions & { format?: Format; keepFormulas?: true }
export type ExportOptions = Options & { resume?: true }
export type ImportOptions = Options & OutputOptions & { concurrency: number; resume?: string }

/** Writes the records of a kind in the API's format, or every record of the store: each as a JSON line or a row. */
export async function runExport(name: TransferName, file: string, options: ExportOptions): Promise<void> {
  const format = formatOf(options.format, file)
  const flat = flatOf(name, format)
  const parents = flat === undefined ? [] : parentsOf(flat, options)
  if (options.resume) refuseResume(flat, file, format)
  const connection = await connectWithRetries(await findAccount(options))
  const { lines, last_id } = options.resume ? await readWritten(file) : { lines: 0, last_id: undefined }
  const report = reportExport(lines)
  const records: AsyncIterable<Item | Line> = flat
    ? exportList(connection, flat.kind, { parents, after: last_id })
    : exportEverything(connection, kinds)
  const counted = counting(records, ({ type }) => report.count(flat ? name : String(type)))
  const text = flat && format === 'csv' ? csvOf(connection, flat.csv, textsOf(options), counted) : jsonLines(counted)
  const output = file === '-' ? process.stdout : createWriteStream(file, { flags: options.resume ? 'a' : 'w' })
  await pipeline(Readable.from(text), output, { end: file !== '-' }).finally(report.end)
  const before = lines === 0 ? '' : `, ${lines} of them by the interrupted export`
  writeErr(`Exported ${report.total} ${flat ? name : 'records'}${before}.\n`)
}

/** Imports the lines of a file, and prints the numbers of created, updated, unchanged and failed records. */
export async function runImport(name: TransferName, file: string, options: ImportOptions): Promise<void> {
  const format = formatOf(options.format, file)
  const flat = flatOf(name, format)
  const parents = flat === undefined ? [] : parentsOf(flat, options)
  const progress = options.resume === undefined ? newProgress() : await openProgress(options.resume, name)
  const connection = await connectWithRetries(await findAccount(options))
  const report = await reportImport(file)
  const lines = flat && format === 'csv' ? readCsv(file, flat.csv, textsOf(options)) : readLines(file)
  const summary = new Summary()
  const writing = writeRegularly(progress)
  await importLines(connection, report.watch(lines), {
    ...progress,
    kinds: flat ? [flat.kind] : kinds,
    parse: (line) => (flat ? parseRecord(flat, parents, textOf(line)) : parseLine(line.text)),
    concurrency: options.concurrency,
    onProcessed(processed) {
      summary.add(processed.kind, processed.outcome)
      progress.add(processed)
      report.reached(processed.kind, processed.number)
    },
    onFailed: ({ number, kind, reason }) =>
      report.print(`line ${number}${flat || kind === '' ? '' : ` (${kind})`}: ${reason}\n`),
  }).finally(async () => {
    report.end()
    await writing.end()
  })
  await (flat ? printTally(name, summary, options) : print(summary.rows(), options, () => summary.print()))
  if (summary.total.failed > 0) process.exitCode = 1
}

/** Returns the kind; undefined for everything. */
function flatOf(name: TransferName, format: Format): FlatKind | undefined {
  if (name !== 'everything') return flatKinds[name]
  if (format === 'csv') throw new Error('Everything has nested records: the format can only be jsonl.')
  return undefined
}

function refuseResume(flat: FlatKind | undefined, file: string, format: Format): void {
  if (flat === undefined) throw new Error('--resume is for one kind of records: export everything again.')
  if (file === '-') throw new Error('--resume requires the file of the interrupted export.')
  if (format === 'csv' || flat.kind.list !== undefined)
    throw new Error('--resume is for JSON lines of records with ids of their own: export again.')
}

function textsOf({ keepFormulas }: Options) {
  return keepFormulas ? 'plain' : 'guarded'
}

async function* counting<One>(records: AsyncIterable<One>, count: (one: One) => void): AsyncGenerator<One> {
  for await (const record of records) {
    yield record
    count(record)
  }
}

async function* jsonLines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}

function textOf({ text, invalid }: TextLine): string {
  if (invalid !== undefined) throw new InvalidLine(invalid)
  return text
}

function writeRegularly(progress: Progress) {
  // The final write reports errors.
  const timer = setInterval(() => progress.write().catch(() => {}), SECOND)
  return {
    end(): Promise<void> {
      clearInterval(timer)
      return progress.write()
    },
  }
}

function printTally(name: string, { total }: Summary, options: OutputOptions): Promise<void> {
  const { created, failed: refused } = total
  const changed = total.updated + total.unchanged
  const counts = [`${created} created`, `${changed} updated`, ...(refused > 0 ? [`${refused} failed`] : [])]
  return print({ created, changed, refused }, options, () => `Imported ${name}: ${counts.join(', ')}.\n`)
}
