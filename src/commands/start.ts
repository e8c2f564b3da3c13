import path from 'node:path'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { resolvePort } from '../app/address/port.ts'
import { greeting } from '../app/demo/greeting.ts'
import { claimFolder } from '../app/demo/one-start.ts'
import { type Foundation, openFoundation } from '../app/foundation.ts'
import { orUndo } from '../app/open-or-close.ts'
import { type Config, readConfig } from '../config.ts'
import { describeInLine } from '../receiver/describe.ts'
import { commandLog } from '../tool/log.ts'
import { untilStopped } from '../tool/stop.ts'
import { writeOut } from '../tool/terminal.ts'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run everything, with a demo store and a webhook receiver. Ctrl-C stops it; data and keys are kept.')
    .addHelpText('after', MORE)
    .action(start)
}

const MORE = `
Without DATABASE_URL it runs an embedded PostgreSQL. The file demo.json in the data folder holds the addresses, ids and
keys of the demo. Warnings and errors are printed as sentences; set TIDINGS_LOG_LEVEL to get log lines on
standard error instead.

Examples:
  tidings start
  PORT=8080 TIDINGS_DATA=/var/lib/tidings tidings start`

/** Networks that the demo may deliver to, in addition to the settings. */
const LOOPBACK = ['127.0.0.0/8', '::1']

async function start(): Promise<void> {
  const stopped = untilStopped()
  writeOut(`Starting Tidings ${manifest.version} …\n`)
  const settings = readConfig()
  const releaseFolder = await claimFolder(settings.TIDINGS_DATA)
  try {
    const config = openLoopback(await resolvePort(settings))
    const foundation = await openFoundation(config, await commandLog('warn', config))
    await runDemo(foundation, stopped)
  } finally {
    await releaseFolder()
  }
  writeOut('Stopped.\n')
}

async function runDemo(foundation: Foundation, stopped: Promise<void>): Promise<void> {
  // Imported lazily, because other commands do not need the server.
  const { openDemo } = await import('../app/demo/demo.ts')
  const greeted = Promise.withResolvers<void>()
  const opening = openDemo(foundation, (arrival) => {
    void greeted.promise.then(() => writeOut(describeInLine(arrival)))
  })
  const demo = await orUndo(opening, () => foundation.close())
  const facts = {
    ...demo,
    version: manifest.version,
    folder: path.resolve(foundation.config.TIDINGS_DATA),
    database: foundation.source.kind,
    opened_networks: LOOPBACK,
    dashboard: foundation.config.TIDINGS_DASHBOARD,
  }
  writeOut(greeting(facts))
  greeted.resolve()
  await stopped
  writeOut('\nStopping after in-flight requests and deliveries finish. Press Ctrl-C again to exit immediately.\n')
  await demo.close().finally(() => foundation.close())
}

function openLoopback(config: Config): Config {
  return { ...config, TIDINGS_ALLOW_NETWORKS: [...config.TIDINGS_ALLOW_NETWORKS, ...LOOPBACK] }
}
