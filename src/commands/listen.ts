import type { Command } from 'commander'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { type Arrival, resourceName } from '../receiver/arrival.ts'
import { delayOf, describeInFull } from '../receiver/describe.ts'
import { openReceiver } from '../receiver/receiver.ts'
import { duration, wholeNumber } from '../tool/arguments.ts'
import { readSecretFile } from '../tool/secret-file.ts'
import { untilStopped } from '../tool/stop.ts'

export function addListen(program: Command): void {
  program
    .command('listen')
    .description('Receive webhooks here: verify their signatures and show what arrives. Ends with Ctrl-C.')
    .option('--port <port>', 'port to receive on; 0 takes a free one', wholeNumber(0, 65_535), 7171)
    .option('--host <address>', 'address to receive on', '127.0.0.1')
    .option('--secret-file <file>', 'file with the secret_key of the integration (or set TIDINGS_WEBHOOK_SECRET)')
    .option('--fail <status>', 'answer everything with this status, for example 500', wholeNumber(200, 599))
    .option('--slow <time>', 'answer only after this time, for example 12s', duration)
    .option('--json', 'print a JSON line for each delivery')
    .addHelpText('after', MORE)
    .action(listen)
}

const MORE = `
Deliveries reach this machine's own addresses only if TIDINGS_ALLOW_NETWORKS allows it: \`tidings start\` does so,
for \`tidings serve\` and \`tidings work\` set it to 127.0.0.0/8.

Examples:
  TIDINGS_WEBHOOK_SECRET=whsec_… tidings listen
  tidings listen --fail 503 --slow 12s`

type ListenOptions = { port: number; host: string; secretFile?: string; fail?: number; slow?: number; json?: true }

async function listen(options: ListenOptions): Promise<void> {
  const { host, port, fail = 200, slow = 0, json } = options
  const stopped = untilStopped()
  const config = readToolConfig()
  const secrets = await findSecrets(options, config)
  const answer = `${fail}${slow > 0 ? ` after ${slow / 1000} s` : ''}`
  const receiver = await openReceiver({
    host,
    port,
    checksFor: Promise.resolve(() => ({ secrets, secret_header: config.TIDINGS_SECRET_KEY_HEADER })),
    answer: { status: fail, after: slow },
    onArrival: (arrival) => process.stdout.write(json ? jsonLine(arrival, fail) : describeInFull(arrival, answer)),
  }).catch((error: unknown) => {
    throw new Error(cannotReceive(error, host, port), { cause: error })
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
    : 'Signatures are not verified: give the secret in TIDINGS_WEBHOOK_SECRET or with --secret-file.'
  return `Receiving on http://${host.includes(':') ? `[${host}]` : host}:${port}/ and every path below. ${signatures}\n\n`
}

function jsonLine(arrival: Arrival, status: number): string {
  const { received_at, ...rest } = arrival
  const resource = resourceName(arrival.payload)
  return `${JSON.stringify({ received_at: new Date(received_at), ...rest, resource, ms: delayOf(arrival), status })}\n`
}

function cannotReceive(error: unknown, host: string, port: number): string {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (taken) return `Port ${port} of ${host} is in use; take another one with --port.`
  return `Nothing can be received on port ${port} of ${host}: ${error instanceof Error ? error.message : String(error)}.`
}
