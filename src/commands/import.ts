import { Argument, type Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connectPatiently } from '../client/patient.ts'
import { importLines, type Tally } from '../client/transfer/import.ts'
import { findKind, type KindOptions, kinds } from '../client/transfer/kinds.ts'
import { readLines } from '../client/transfer/lines.ts'
import { readState, writeState } from '../client/transfer/state.ts'
import { uuid, wholeNumber } from '../tool/arguments.ts'
import { print } from '../tool/output.ts'

export function addImport(program: Command): void {
  const importing = program
    .command('import')
    .description('Import records into a store through its running API, one JSON object per line.')
    .addArgument(new Argument('<kind>', 'what they are').choices(kinds.map(({ name }) => name)))
    .argument(
      '<file>',
      "file of lines as `tidings export` writes them, or of attributes alone; '-' reads standard input",
    )
    .option('--pricebook <id>', 'for prices: their price book', uuid)
    .option('--concurrency <count>', 'requests under way at once', wholeNumber(1, 64), 8)
    .option('--resume <file>', 'note in this file how far it has come, and go on from there when run again')
    .option('--json', 'print a JSON object: how many were created, changed and refused')
  addAccountOptions(importing).addHelpText('after', MORE).action(run)
}

const MORE = `
A customer is known again by email, a product and a price by sku: one that is there is changed, so that a file can be
imported again. A line that the API refuses is told of with its number and the reason, and the others go in; the exit
code is then 1.

Examples:
  tidings import customers customers.jsonl
  tidings import products products.jsonl --resume products.state
  tidings export customers - --url https://old.example | tidings import customers -`

type ImportOptions = AccountOptions & KindOptions & { concurrency: number; resume?: string; json?: true }

/** Milliseconds between two notes of how far it has come. */
const NOTED_EVERY = 1_000

async function run(name: string, file: string, options: ImportOptions): Promise<void> {
  const kind = findKind(name)
  const place = { kind, path: kind.path(options) }
  const after = options.resume === undefined ? 0 : await readState(options.resume, name)
  const connection = await connectPatiently(await findAccount(options))
  const progress = noteProgress(name, options.resume)
  const tally = await importLines(connection, place, readLines(file), {
    after,
    concurrency: options.concurrency,
    onRefused: (line, reason) => process.stderr.write(`line ${line}: ${reason}\n`),
    onProgress: progress.note,
  }).finally(progress.write)
  print(tally, options, () => describe(name, tally))
  if (tally.refused > 0) process.exitCode = 1
}

/** Tells how far it has come, on standard error and in the file, now and then and at the end. */
function noteProgress(kind: string, file: string | undefined) {
  let reached = { line: 0, written: 0, at: Date.now() }
  let writing: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    const { line, written } = reached
    if (line === written) return writing
    reached = { line, written: line, at: Date.now() }
    process.stderr.write(`${line} lines done\n`)
    if (file !== undefined) writing = writing.then(() => writeState(file, { kind, line }))
    return writing
  }
  return {
    write,
    note(line: number): void {
      reached = { ...reached, line: Math.max(line, reached.line) }
      if (Date.now() - reached.at >= NOTED_EVERY) write().catch(() => {})
    },
  }
}

function describe(name: string, { created, changed, refused }: Tally): string {
  const counts = [`${created} created`, `${changed} updated`, ...(refused > 0 ? [`${refused} failed`] : [])]
  return `Imported ${name}: ${counts.join(', ')}.\n`
}
