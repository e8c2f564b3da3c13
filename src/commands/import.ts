import { Argument, type Command } from 'commander'
import { addApiOptions } from '../client/on-api.ts'
import { FLAT_KINDS, formatOption, formulasOption } from '../client/transfer/format.ts'
import { uuid, wholeNumber } from '../tool/arguments.ts'
import type { ImportOptions, TransferName } from './transfer/run.ts'

export function addImport(program: Command): void {
  const importing = program
    .command('import')
    .description('Import records into a store through its running API, one JSON object per line.')
    .addArgument(
      new Argument('<kind>', 'kind of records to import, or everything that was exported').choices([
        ...FLAT_KINDS,
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
  tidings import stock stock.csv
  tidings export customers - --url https://old.example | tidings import customers -`

async function run(name: TransferName, file: string, options: ImportOptions): Promise<void> {
  const { runImport } = await import('./transfer/run.ts')
  await runImport(name, file, options)
}
