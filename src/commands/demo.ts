import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { ApiError } from '../client/api-error.ts'
import { connectAsShopper } from '../client/connection.ts'
import { play } from '../client/shop/play.ts'
import { openSeller } from '../client/shop/seller.ts'
import { describeStory, type Story } from '../client/shop/story.ts'
import { addStory, describeTotals, errorsIn, newTotals } from '../client/shop/totals.ts'
import { decimal, wholeNumber } from '../tool/arguments.ts'
import { untilStopped } from '../tool/stop.ts'

export function addDemo(program: Command): void {
  const demo = program.command('demo').description('Play with the demo store of a running `tidings start`.')
  const shop = demo
    .command('shop')
    .description('Simulate shoppers who buy and pay, and a seller who handles their orders. Ends with Ctrl-C.')
    .option('--minutes <count>', 'how long shoppers come, for example 0.5', decimal(0.01, 1440), 5)
    .option('--rate <count>', 'shoppers a minute', wholeNumber(1, 6000), 20)
    .option('--seed <number>', 'the same number brings the same shoppers again', wholeNumber(0, 4_294_967_295))
    .option('--json', 'print a JSON line for each shopper, and one with the totals')
  addAccountOptions(shop).addHelpText('after', MORE).action(run)
}

const MORE = `
Each shopper is anonymous, fills a cart from the catalog, checks out and pays through the gateways sandbox and manual;
the seller captures, fulfils, cancels, refunds and restocks. A line tells of each: the number of the order, its total
and what became of it. Ctrl-C lets nobody else in and waits for those inside; again, it ends at once. The exit code is
1 when anything was refused that a shop is not used to; being out of stock or declined is what it is used to.

Examples:
  tidings demo shop
  tidings demo shop --minutes 1 --rate 120 --seed 7`

type ShopOptions = AccountOptions & { minutes: number; rate: number; seed?: number; json?: true }

async function run(options: ShopOptions): Promise<void> {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  const { minutes, rate, seed = randomInt(2 ** 32), json } = options
  const account = await findAccount(options)
  await untilOpen(account, stopping.signal)
  const tellPeople = (text: string) => void (json || process.stdout.write(text))
  tellPeople(`${rate} shoppers a minute for ${minutes} min; --seed ${seed} brings the same ones again.\n\n`)
  const totals = newTotals()
  const onStory = (story: Story) => {
    addStory(totals, story)
    process.stdout.write(`${json ? jsonLine(story) : describeStory(story)}\n`)
  }
  await play({ account, seller: openSeller(account) }, { minutes, rate, seed, signal: stopping.signal, onStory })
  process.stdout.write(json ? `${JSON.stringify({ totals })}\n` : describeTotals(totals))
  if (errorsIn(totals) > 0) throw new Error(`${errorsIn(totals)} of ${totals.shoppers} shoppers met an error.`)
}

function jsonLine({ order, ...rest }: Story): string {
  const total = order?.meta.display_price.with_tax ?? null
  return JSON.stringify({ order_id: order?.id ?? null, order_number: order?.order_number ?? null, total, ...rest })
}

const LOOK_EVERY = 250
/** A store that has just been made publishes its catalog within some seconds. */
const OPENS_WITHIN = 15_000

/** Waits until shoppers see a catalog. Throws when they see none. */
async function untilOpen(account: Awaited<ReturnType<typeof findAccount>>, signal: AbortSignal): Promise<void> {
  const shopper = await connectAsShopper(account)
  const end = Date.now() + OPENS_WITHIN
  for (;;) {
    try {
      await shopper.get('/catalog/products', { 'page[limit]': '1' })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      if (signal.aborted) return
      if (Date.now() > end) throw new Error(NO_CATALOG, { cause: error })
    }
    await wait(LOOK_EVERY)
  }
}

const NO_CATALOG = 'Shoppers of this store see no catalog: publish one first.'
