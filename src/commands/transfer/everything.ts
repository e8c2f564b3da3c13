import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AccountOptions, findAccount } from '../../client/account.ts'
import { readLines } from '../../client/lines.ts'
import { connectWithRetries } from '../../client/retrying-connection.ts'
import { exportEverything } from '../../client/transfer/everything/export.ts'
import { importEverything } from '../../client/transfer/everything/import.ts'
import { newProgress, openProgress, type Progress } from '../../client/transfer/everything/progress-file.ts'
import { Summary } from '../../client/transfer/everything/summary.ts'
import { reportExport, reportImport } from '../../client/transfer/reporting.ts'
import { SECOND } from '../../kernel/duration.ts'
import { type OutputOptions, print } from '../../tool/output.ts'
import { writeErr } from '../../tool/terminal.ts'
import { kinds } from './kinds.ts'

/** Writes every record of the store, a JSON line each. */
export async function runExport(file: string, options: AccountOptions): Promise<void> {
  const connection = await connectWithRetries(await findAccount(options))
  const report = reportExport()
  const lines = async function* () {
    for await (const line of exportEverything(connection, kinds)) {
      report.count(line.type)
      yield `${JSON.stringify(line)}\n`
    }
  }
  const output = file === '-' ? process.stdout : createWriteStream(file)
  await pipeline(Readable.from(lines()), output, { end: file !== '-' }).finally(report.end)
  writeErr(`Exported ${report.total} records.\n`)
}

type ImportOptions = AccountOptions & OutputOptions & { concurrency: number; resume?: string }

/** Imports the lines of an export, and prints how many were created, updated, unchanged and failed. */
export async function runImport(file: string, options: ImportOptions): Promise<void> {
  const connection = await connectWithRetries(await findAccount(options))
  const progress = options.resume === undefined ? newProgress() : await openProgress(options.resume)
  const report = await reportImport(file)
  const summary = new Summary()
  const writing = writeRegularly(progress)
  await importEverything(connection, report.watch(readLines(file)), {
    kinds,
    concurrency: options.concurrency,
    ids: progress.ids,
    isDone: progress.isDone,
    takenBy: progress.takenBy,
    onProcessed(processed) {
      summary.add(processed.kind, processed.outcome)
      progress.add(processed)
      report.reached(processed.kind, processed.number)
    },
    onFailed: ({ number, kind, reason }) => report.print(`line ${number}${kind && ` (${kind})`}: ${reason}\n`),
  }).finally(async () => {
    report.end()
    await writing.end()
  })
  await print(summary.rows(), options, () => summary.print())
  if (summary.failed > 0) process.exitCode = 1
}

function writeRegularly(progress: Progress) {
  // An error is reported by the last write.
  const timer = setInterval(() => progress.write().catch(() => {}), SECOND)
  return {
    end(): Promise<void> {
      clearInterval(timer)
      return progress.write()
    },
  }
}
