import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connectWithRetries } from '../client/retrying-connection.ts'
import { exportLines } from '../client/transfer/export.ts'
import { findKind, type KindOptions, kinds } from '../client/transfer/kinds.ts'
import { reportExport } from '../client/transfer/reporting.ts'
import { readWritten } from '../client/transfer/resume-export.ts'
import { uuid } from '../tool/arguments.ts'

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
    .option('--resume', 'continue an interrupted export: append the records that the file does not hold yet')
  addAccountOptions(exporting)
    .addHelpText(
      'after',
      '\nExamples:\n  tidings export everything shop.jsonl\n  tidings export customers customers.jsonl',
    )
    .action(run)
}

type ExportOptions = AccountOptions & KindOptions & { resume?: true }

async function run(name: string, file: string, options: ExportOptions): Promise<void> {
  if (name === 'everything') return (await import('../client/transfer/everything/commands.ts')).runExport(file, options)
  const path = findKind(name).path(options)
  if (options.resume && file === '-') throw new Error('--resume requires the file of the interrupted export.')
  const connection = await connectWithRetries(await findAccount(options))
  const { lines, last_id } = options.resume ? await readWritten(file) : { lines: 0, last_id: undefined }
  const report = reportExport(lines)
  const counted = async function* () {
    for await (const line of exportLines(connection, path, last_id)) {
      yield line
      report.count(name)
    }
  }
  const output = file === '-' ? process.stdout : createWriteStream(file, { flags: options.resume ? 'a' : 'w' })
  await pipeline(Readable.from(counted()), output, { end: file !== '-' }).finally(report.end)
  const before = lines === 0 ? '' : `, ${lines} of them by the interrupted export`
  process.stderr.write(`Exported ${report.total} ${name}${before}.\n`)
}
