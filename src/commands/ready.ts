import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { messageOf } from '../tool/failure.ts'
import { writeOut } from '../tool/terminal.ts'

export function addReady(program: Command): void {
  program
    .command('ready')
    .description(
      'Check whether the process on this machine with the same settings is ready. The exit code is 1 if it is not.',
    )
    .addHelpText('after', MORE)
    .action(ready)
}

const MORE = `
Requests /ready from TIDINGS_METRICS_PORT if it is set, from PORT otherwise. For health checks of containers.`

const TIMEOUT_MS = 4_000

type Report = { checks?: Record<string, { ok: boolean; detail?: string }> }

async function ready(): Promise<void> {
  const address = addressOf(readConfig())
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw new Error(`${address} does not respond: ${messageOf(error.cause ?? error)}`)
  })
  if (response.ok) {
    writeOut(`${address}: ready\n`)
    return
  }
  const { checks = {} } = (await response.json()) as Report
  const failed = Object.entries(checks).filter(([, { ok }]) => !ok)
  throw new Error(
    `${address}: not ready. ${failed.map(([name, { detail }]) => `${name}: ${detail ?? 'failed'}`).join(' ')}`,
  )
}

/** Returns the address to check; a process that listens on all addresses also listens on loopback. */
function addressOf({ HOST, PORT, TIDINGS_METRICS_HOST, TIDINGS_METRICS_PORT }: Config): string {
  const [host, port] = TIDINGS_METRICS_PORT === undefined ? [HOST, PORT] : [TIDINGS_METRICS_HOST, TIDINGS_METRICS_PORT]
  const reached = LOOPBACK_OF[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/ready`
}

const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
