import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { ApiError } from '../client/api-error.ts'
import { connectAsShopper } from '../client/connection.ts'
import { openSeller } from '../client/shop/seller.ts'
import { simulateShoppers } from '../client/shop/simulate-shoppers.ts'
import { addVisit, describeTotals, errorsIn, newTotals } from '../client/shop/totals.ts'
import { describeVisit, type VisitReport } from '../client/shop/visit-report.ts'
import { decimal, wholeNumber } from '../tool/arguments.ts'
import { untilStopped } from '../tool/stop.ts'
import { writeOut } from '../tool/terminal.ts'

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('Use the demo store of a running `tidings start`.')
  const shop = demo
    .command('shop')
    .description('Simulate shoppers who buy and pay, and a seller who handles their orders. Ctrl-C stops it.')
    .option('--minutes <count>', 'how long to add shoppers, for example 0.5', decimal(0.01, 1440), 5)
    .option('--rate <count>', 'shoppers per minute', wholeNumber(1, 6000), 20)
    .option('--seed <number>', 'repeat the shoppers of an earlier run', wholeNumber(0, 4_294_967_295))
    .option('--json', 'print a JSON line for each shopper, and one with the totals')
  addAccountOptions(shop).addHelpText('after', MORE).action(run)
}

const MORE = `
Each shopper is anonymous, fills a cart from the catalog, checks out and pays through the gateways sandbox and manual.
The seller captures, fulfills, cancels, refunds and restocks. Each shopper is one line: order number, total, steps.
Ctrl-C adds no more shoppers and waits for the active ones; a second Ctrl-C exits immediately. The exit code is 1 if
any request fails for a reason other than missing stock or a declined payment.

Examples:
  tidings demo shop
  tidings demo shop --minutes 1 --rate 120 --seed 7`

type ShopOptions = AccountOptions & { minutes: number; rate: number; seed?: number; json?: true }

async function run(options: ShopOptions): Promise<void> {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  const { minutes, rate, seed = randomInt(2 ** 32), json } = options
  const account = await findAccount(options)
  await untilCatalogIsPublished(account, stopping.signal)
  if (!json) writeOut(`${rate} shoppers per minute for ${minutes} min; repeat them with --seed ${seed}.\n\n`)
  const totals = newTotals()
  const onVisit = (visit: VisitReport) => {
    addVisit(totals, visit)
    writeOut(`${json ? jsonLine(visit) : describeVisit(visit)}\n`)
  }
  await simulateShoppers(
    { account, seller: openSeller(account) },
    { minutes, rate, seed, signal: stopping.signal, onVisit },
  )
  writeOut(json ? `${JSON.stringify({ totals })}\n` : describeTotals(totals))
  if (errorsIn(totals) > 0) throw new Error(`${errorsIn(totals)} of ${totals.shoppers} shoppers failed.`)
}

function jsonLine({ order, ...rest }: VisitReport): string {
  const total = order?.meta.display_price.with_tax ?? null
  return JSON.stringify({ order_id: order?.id ?? null, order_number: order?.order_number ?? null, total, ...rest })
}

const POLL_INTERVAL_MS = 250
/** A new demo store publishes its catalog within a few seconds. */
const CATALOG_TIMEOUT_MS = 15_000

/** Waits until shoppers see a catalog. Throws if the store does not publish any in time. */
async function untilCatalogIsPublished(
  account: Awaited<ReturnType<typeof findAccount>>,
  signal: AbortSignal,
): Promise<void> {
  const shopper = await connectAsShopper(account)
  const end = Date.now() + CATALOG_TIMEOUT_MS
  for (;;) {
    try {
      await shopper.get('/catalog/products', { 'page[limit]': '1' })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      if (signal.aborted) return
      if (Date.now() > end) throw new Error(NO_CATALOG, { cause: error })
    }
    await wait(POLL_INTERVAL_MS)
  }
}

const NO_CATALOG = 'This store has no published catalog: publish one with POST /v2/catalogs/{id}/releases.'
