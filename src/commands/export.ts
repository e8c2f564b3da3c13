import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connectWithRetries } from '../client/retrying-connection.ts'
import { csvOf } from '../client/transfer/csv.ts'
import { exportRecords } from '../client/transfer/export.ts'
import { type Format, formatOf, formatOption, formulasOption, refuseCsv } from '../client/transfer/format.ts'
import { findKind, type KindOptions, kinds } from '../client/transfer/kinds.ts'
import { reportExport } from '../client/transfer/reporting.ts'
import { readWritten } from '../client/transfer/resume-export.ts'
import { uuid } from '../tool/arguments.ts'
import { writeErr } from '../tool/terminal.ts'

export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .description('Export records of a store through its running API, one JSON object per line.')
    .addArgument(
      new Argument('<kind>', 'kind of records to export, or everything that the store has').choices([
        ...kinds.map(({ name }) => name),
        'everything',
      ]),
    )
    .argument('[file]', "file to write; '-' writes to standard output", '-')
    .option('--pricebook <id>', 'id of the price book (prices only)', uuid)
    .option('--promotion <id>', 'id of the promotion (coupons only)', uuid)
    .addOption(formatOption())
    .addOption(formulasOption())
    .option('--resume', 'continue an interrupted export: append the records that the file does not hold yet')
  addAccountOptions(exporting)
    .addHelpText(
      'after',
      '\nExamples:\n  tidings export everything shop.jsonl\n  tidings export customers customers.jsonl',
    )
    .action(run)
}

type ExportOptions = AccountOptions & KindOptions & { format?: Format; keepFormulas?: true; resume?: true }

async function run(name: string, file: string, options: ExportOptions): Promise<void> {
  if (name === 'everything') {
    refuseCsv(formatOf(options.format, file))
    if (options.resume) throw new Error('--resume is for one kind of records: export everything again.')
    return (await import('./transfer/everything.ts')).runExport(file, options)
  }
  const kind = findKind(name)
  const path = kind.path(options)
  const isCsv = formatOf(options.format, file) === 'csv'
  if (options.resume && file === '-') throw new Error('--resume requires the file of the interrupted export.')
  if (options.resume && (isCsv || kind.list !== undefined))
    throw new Error('--resume is for JSON lines of records with ids of their own: export again.')
  const connection = await connectWithRetries(await findAccount(options))
  const { lines, last_id } = options.resume ? await readWritten(file) : { lines: 0, last_id: undefined }
  const report = reportExport(lines)
  const records = kind.list?.(connection) ?? exportRecords(connection, path, last_id)
  const counted = async function* () {
    for await (const record of records) {
      yield record
      report.count(name)
    }
  }
  const output = file === '-' ? process.stdout : createWriteStream(file, { flags: options.resume ? 'a' : 'w' })
  const text = isCsv
    ? csvOf(connection, kind.csv, options.keepFormulas ? 'plain' : 'guarded', counted())
    : jsonLines(counted())
  await pipeline(Readable.from(text), output, { end: file !== '-' }).finally(report.end)
  const before = lines === 0 ? '' : `, ${lines} of them by the interrupted export`
  writeErr(`Exported ${report.total} ${name}${before}.\n`)
}

async function* jsonLines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}
