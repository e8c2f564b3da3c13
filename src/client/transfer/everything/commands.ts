import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OutputOptions, print } from '../../../tool/output.ts'
import { type AccountOptions, findAccount } from '../../account.ts'
import { readLines } from '../../lines.ts'
import { connectWithRetries } from '../../retrying-connection.ts'
import { exportEverything } from './export.ts'
import { importEverything } from './import.ts'
import { newProgress, openProgress } from './progress-file.ts'
import { Summary } from './summary.ts'

/** Writes every record of the store, a JSON line each. */
export async function runExport(file: string, options: AccountOptions): Promise<void> {
  const connection = await connectWithRetries(await findAccount(options))
  let count = 0
  const lines = async function* () {
    for await (const line of exportEverything(connection)) {
      count += 1
      yield `${JSON.stringify(line)}\n`
    }
  }
  const output = file === '-' ? process.stdout : createWriteStream(file)
  await pipeline(Readable.from(lines()), output, { end: file !== '-' })
  process.stderr.write(`Exported ${count} records.\n`)
}

type ImportOptions = AccountOptions & OutputOptions & { concurrency: number; resume?: string }

export async function runImport(file: string, options: ImportOptions): Promise<void> {
  const connection = await connectWithRetries(await findAccount(options))
  const progress = options.resume === undefined ? newProgress() : await openProgress(options.resume)
  const summary = new Summary()
  await importEverything(connection, readLines(file), {
    concurrency: options.concurrency,
    ids: progress.ids,
    isDone: progress.isDone,
    onProcessed(processed) {
      summary.add(processed.kind, processed.outcome)
      progress.add(processed)
    },
    onFailed: ({ number, kind, reason }) => process.stderr.write(`line ${number} (${kind}): ${reason}\n`),
  }).finally(progress.write)
  await print(summary.rows(), options, () => summary.print())
  if (summary.failed > 0) process.exitCode = 1
}
