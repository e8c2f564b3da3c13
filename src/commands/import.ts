import { Argument, type Command } from 'commander'
import { findAccount } from '../client/account.ts'
import { readLines } from '../client/lines.ts'
import { type ApiOptions, addApiOptions } from '../client/on-api.ts'
import { connectWithRetries } from '../client/retrying-connection.ts'
import { readCsv } from '../client/transfer/csv.ts'
import { type Format, formatOption, formulasOption, refuseCsv } from '../client/transfer/format.ts'
import { importLines, type Tally } from '../client/transfer/import.ts'
import { findKind, type KindOptions, kinds } from '../client/transfer/kinds.ts'
import { reportImport } from '../client/transfer/reporting.ts'
import { readState, writeState } from '../client/transfer/resume-import.ts'
import { uuid, wholeNumber } from '../tool/arguments.ts'
import { print } from '../tool/output.ts'

export function addImport(program: Command): void {
  const importing = program
    .command('import')
    .description('Import records into a store through its running API, one JSON object per line.')
    .addArgument(
      new Argument('<kind>', 'kind of records to import, or everything that was exported').choices([
        ...kinds.map(({ name }) => name),
        'everything',
      ]),
    )
    .argument(
      '<file>',
      "file with one JSON object per line: an exported record or its attributes; '-' reads standard input",
    )
    .option('--pricebook <id>', 'id of the price book (prices only)', uuid)
    .option('--promotion <id>', 'id of the promotion (coupons only)', uuid)
    .addOption(formatOption())
    .addOption(formulasOption())
    .option('--concurrency <count>', 'maximum number of concurrent requests', wholeNumber(1, 64), 8)
    .option('--resume <file>', 'save progress in this file and continue from it on the next run')
  addApiOptions(importing).addHelpText('after', MORE).action(run)
}

const MORE = `
Customers are matched by email, products, prices and stock by sku, coupons by code. Existing records are updated, so you can import a file
again. Lines that the API rejects are reported with their number and the reason; the other lines are imported, and the
exit code is 1.

With \`everything\` the file is one of \`tidings export everything\`: see docs/guides/moving-data.md.

Examples:
  tidings import everything shop.jsonl --resume shop.state
  tidings import customers customers.jsonl
  tidings import products products.jsonl --resume products.state
  tidings import stock stock.csv --format csv
  tidings export customers - --url https://old.example | tidings import customers -`

type ImportOptions = ApiOptions &
  KindOptions & { concurrency: number; format: Format; keepFormulas?: true; resume?: string }

const PROGRESS_INTERVAL_MS = 1_000

async function run(name: string, file: string, options: ImportOptions): Promise<void> {
  if (name === 'everything') {
    refuseCsv(options.format)
    return (await import('./transfer/everything.ts')).runImport(file, options)
  }
  const kind = findKind(name)
  const target = { kind, path: kind.path(options) }
  const after = options.resume === undefined ? 0 : await readState(options.resume, name)
  const connection = await connectWithRetries(await findAccount(options))
  const report = await reportImport(file)
  const texts = options.keepFormulas ? 'plain' : 'guarded'
  const lines = options.format === 'csv' ? readCsv(file, kind.csv, texts) : readLines(file)
  const progress = keepProgress(name, options.resume)
  const tally = await importLines(connection, target, report.watch(lines), {
    after,
    concurrency: options.concurrency,
    onRefused: (line, reason) => report.print(`line ${line}: ${reason}\n`),
    onProgress(line) {
      progress.update(line)
      report.reached(name, line)
    },
  }).finally(() => {
    report.end()
    return progress.write()
  })
  await print(tally, options, () => describe(name, tally))
  if (tally.refused > 0) process.exitCode = 1
}

/** Writes to the file up to which line all are processed: once per interval, and at the end. */
function keepProgress(kind: string, file: string | undefined) {
  let reached = { line: 0, written: 0, at: Date.now() }
  let writing: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    const { line, written } = reached
    if (line === written || file === undefined) return writing
    reached = { line, written: line, at: Date.now() }
    writing = writing.then(() => writeState(file, { kind, line }))
    return writing
  }
  return {
    write,
    update(line: number): void {
      reached = { ...reached, line: Math.max(line, reached.line) }
      if (Date.now() - reached.at >= PROGRESS_INTERVAL_MS) write().catch(() => {})
    },
  }
}

function describe(name: string, { created, changed, refused }: Tally): string {
  const counts = [`${created} created`, `${changed} updated`, ...(refused > 0 ? [`${refused} failed`] : [])]
  return `Imported ${name}: ${counts.join(', ')}.\n`
}
