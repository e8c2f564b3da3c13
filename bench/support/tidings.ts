// A Tidings process of its own for a bench: API and deliveries on the database of DATABASE_URL. Says `ready` to its parent.
import pino from 'pino'
import { layFoundation } from '../../src/app/foundation.ts'
import { type Part, run } from '../../src/app/run.ts'
import { readConfig } from '../../src/config.ts'

const log = pino({ level: process.argv[3] ?? 'warn' })
const foundation = await layFoundation(readConfig(), log)
const running = await run(foundation, (process.argv[2] ?? 'api,deliveries').split(',') as Part[])
process.once('SIGTERM', async () => {
  await running.close()
  await foundation.close()
  process.exit(0)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpu_us: user + system })
})
process.send?.('ready')
