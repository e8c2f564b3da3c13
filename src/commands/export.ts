import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connectPatiently } from '../client/patient.ts'
import { exportLines } from '../client/transfer/export.ts'
import { findKind, type KindOptions, kinds } from '../client/transfer/kinds.ts'
import { uuid } from '../tool/arguments.ts'

export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .description('Take records out of a store through its running API, one JSON object a line.')
    .addArgument(new Argument('<kind>', 'what to take out').choices(kinds.map(({ name }) => name)))
    .argument('[file]', "where to write them; '-' is standard output", '-')
    .option('--pricebook <id>', 'for prices: their price book', uuid)
  addAccountOptions(exporting)
    .addHelpText('after', '\nExample:\n  tidings export customers customers.jsonl')
    .action(run)
}

/** Lines between two notes of how far it has come. */
const NOTED_EVERY = 1_000

async function run(name: string, file: string, options: AccountOptions & KindOptions): Promise<void> {
  const path = findKind(name).path(options)
  const connection = await connectPatiently(await findAccount(options))
  let count = 0
  const counted = async function* () {
    for await (const line of exportLines(connection, path)) {
      yield line
      count += 1
      if (count % NOTED_EVERY === 0) process.stderr.write(`${count} lines written\n`)
    }
  }
  await pipeline(Readable.from(counted()), file === '-' ? process.stdout : createWriteStream(file), {
    end: file !== '-',
  })
  process.stderr.write(`Exported ${count} ${name}.\n`)
}
