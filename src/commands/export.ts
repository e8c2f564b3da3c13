import { Argument, type Command } from 'commander'
import { addAccountOptions } from '../client/account.ts'
import { FLAT_KINDS, formatOption, formulasOption } from '../client/transfer/format.ts'
import { uuid } from '../tool/arguments.ts'
import type { ExportOptions, TransferName } from './transfer/run.ts'

export function addExport(program: Command): void {
  const exporting = program
    .command('export')
    .description('Export records of a store through its running API, one JSON object per line.')
    .addArgument(
      new Argument('<kind>', 'kind of records to export, or everything that the store has').choices([
        ...FLAT_KINDS,
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

async function run(name: TransferName, file: string, options: ExportOptions): Promise<void> {
  const { runExport } = await import('./transfer/run.ts')
  await runExport(name, file, options)
}
