import path from 'node:path'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { openDemo } from '../app/demo/demo.ts'
import { greeting } from '../app/demo/greeting.ts'
import { type Foundation, layFoundation } from '../app/foundation.ts'
import { orUndo } from '../app/or-undo.ts'
import { settlePort } from '../app/port.ts'
import { type Config, readConfig } from '../config.ts'
import { describeInLine } from '../receiver/describe.ts'
import { sentenceLog } from '../tool/log.ts'
import { untilStopped } from '../tool/stop.ts'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run everything, with a demo store and a receiver to try it on. Ends with Ctrl-C; data and keys stay.')
    .addHelpText('after', MORE)
    .action(start)
}

const MORE = `
Without DATABASE_URL it brings its own PostgreSQL. Addresses, ids and keys of the demo are in demo.json of the data
folder. Warnings and errors are shown as sentences; with TIDINGS_LOG_LEVEL set, log lines go to standard error instead.

Examples:
  tidings start
  PORT=8080 TIDINGS_DATA=/var/lib/tidings tidings start`

/** What the demo opens for deliveries, beside what the settings open. */
const LOOPBACK = ['127.0.0.0/8', '::1']

async function start(): Promise<void> {
  const stopped = untilStopped()
  process.stdout.write(`Starting Tidings ${manifest.version} …\n`)
  const config = openLoopback(await settlePort(readConfig()))
  const foundation = await layFoundation(config, sentenceLog('warn', config))
  await runDemo(foundation, stopped)
  process.stdout.write('Stopped.\n')
}

async function runDemo(foundation: Foundation, stopped: Promise<void>): Promise<void> {
  const greeted = Promise.withResolvers<void>()
  const opening = openDemo(foundation, (arrival) => {
    void greeted.promise.then(() => process.stdout.write(describeInLine(arrival)))
  })
  const demo = await orUndo(opening, () => foundation.close())
  const told = {
    ...demo,
    version: manifest.version,
    folder: path.resolve(foundation.config.TIDINGS_DATA),
    database: foundation.source.kind,
    opened_networks: LOOPBACK,
  }
  process.stdout.write(greeting(told))
  greeted.resolve()
  await stopped
  process.stdout.write('\nStopping: what is under way is finished first; Ctrl-C again ends at once.\n')
  await demo.close().finally(() => foundation.close())
}

function openLoopback(config: Config): Config {
  return { ...config, TIDINGS_ALLOW_NETWORKS: [...config.TIDINGS_ALLOW_NETWORKS, ...LOOPBACK] }
}
