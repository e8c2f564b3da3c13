import type { Command } from 'commander'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { type Arrival, resourceName } from '../receiver/arrival.ts'
import { delayOf, describeInFull } from '../receiver/describe.ts'
import { openReceiver } from '../receiver/receiver.ts'
import { duration, wholeNumber } from '../tool/arguments.ts'
import { messageOf } from '../tool/failure.ts'
import { readSecretFile } from '../tool/secret-file.ts'
import { untilStopped } from '../tool/stop.ts'

export function addListen(program: Command): void {
  program
    .command('listen')
    .description('Receive webhooks, verify their signatures and print them. Ctrl-C stops it.')
    .option('--port <port>', 'port to listen on; 0 selects a free port', wholeNumber(0, 65_535), 7171)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret-file <file>', 'file with the secret_key of the integration (or set TIDINGS_WEBHOOK_SECRET)')
    .option('--fail <status>', 'respond to every request with this status, for example 500', wholeNumber(200, 599))
    .option('--slow <time>', 'respond after this delay, for example 12s', duration)
    .option('--json', 'print a JSON line for each delivery')
    .addHelpText('after', MORE)
    .action(listen)
}

const MORE = `
Deliveries to loopback addresses are refused unless TIDINGS_ALLOW_NETWORKS allows them. \`tidings start\` allows them;
for \`tidings serve\` and \`tidings work\`, set TIDINGS_ALLOW_NETWORKS=127.0.0.0/8.

Examples:
  TIDINGS_WEBHOOK_SECRET=whsec_… tidings listen
  tidings listen --fail 503 --slow 12s`

type ListenOptions = { port: number; host: string; secretFile?: string; fail?: number; slow?: number; json?: true }

async function listen(options: ListenOptions): Promise<void> {
  const { host, port, fail = 200, slow = 0, json } = options
  const stopped = untilStopped()
  const config = readToolConfig()
  const secrets = await findSecrets(options, config)
  const response = `${fail}${slow > 0 ? ` after ${slow / 1000} s` : ''}`
  const receiver = await openReceiver({
    host,
    port,
    checksFor: Promise.resolve(() => ({ secrets, secret_header: config.TIDINGS_SECRET_KEY_HEADER })),
    response: { status: fail, delay_ms: slow },
    onArrival: (arrival) => process.stdout.write(json ? jsonLine(arrival, fail) : describeInFull(arrival, response)),
  }).catch((error: unknown) => {
    throw new Error(describeListenError(error, host, port), { cause: error })
  })
  process.stderr.write(greeting(host, receiver.port, secrets.length > 0))
  await Promise.race([stopped, new Promise((resolve) => process.stdout.once('error', resolve))])
  await receiver.close()
}

async function findSecrets({ secretFile }: ListenOptions, { TIDINGS_WEBHOOK_SECRET }: ToolConfig): Promise<string[]> {
  if (secretFile !== undefined) return readSecretFile(secretFile)
  return TIDINGS_WEBHOOK_SECRET === undefined ? [] : [TIDINGS_WEBHOOK_SECRET]
}

function greeting(host: string, port: number, verifies: boolean): string {
  const signatures = verifies
    ? 'Signatures are verified.'
    : 'Signatures are not verified: set TIDINGS_WEBHOOK_SECRET or use --secret-file.'
  return `Listening on http://${host.includes(':') ? `[${host}]` : host}:${port}/ and every path below it. ${signatures}\n\n`
}

function jsonLine(arrival: Arrival, status: number): string {
  const { received_at, ...rest } = arrival
  const resource = resourceName(arrival.payload)
  return `${JSON.stringify({ received_at: new Date(received_at), ...rest, resource, ms: delayOf(arrival), status })}\n`
}

function describeListenError(error: unknown, host: string, port: number): string {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isInUse) return `Port ${port} on ${host} is in use. Choose another port with --port.`
  return `Cannot listen on port ${port} of ${host}: ${messageOf(error)}.`
}
