import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Command } from 'commander'
import { type AccountOptions, addAccountOptions, findAccount } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { parseResponse } from '../client/list.ts'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { Data } from '../http/envelope.ts'
import { IntegrationResource } from '../integrations/integration.ts'
import { SECOND } from '../kernel/duration.ts'
import { hasCode } from '../kernel/error-code.ts'
import { type Arrival, type Received, resourceName } from '../receiver/arrival.ts'
import { delayOf, describeInFull } from '../receiver/describe.ts'
import { openReceiver } from '../receiver/receiver.ts'
import { duration, wholeNumber } from '../tool/arguments.ts'
import { messageOf } from '../tool/failure.ts'
import { readSecretFile } from '../tool/secret-file.ts'
import { untilStopped } from '../tool/stop.ts'
import { writeErr, writeOut } from '../tool/terminal.ts'

export function addListen(program: Command): void {
  const listening = program
    .command('listen')
    .description('Receive webhooks, verify their signatures and print them. Ctrl-C stops it.')
    .option(
      '--observe <keys...>',
      "create an integration for these event keys, such as 'order.*', and delete it at the end",
    )
    .option(
      '--forward-to <address>',
      'forward each delivery to this address, and respond with the status of its response',
    )
    .option('--public-url <address>', 'address at which Tidings reaches this receiver; by default where it listens')
    .option('--port <port>', 'port to listen on; 0 selects a free port', wholeNumber(0, 65_535), 7171)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret-file <file>', 'file with the secret_key of the integration (or set TIDINGS_WEBHOOK_SECRET)')
    .option('--fail <status>', 'respond to every request with this status, for example 500', wholeNumber(200, 599))
    .option('--slow <time>', 'respond after this delay, for example 12s', duration)
    .option('--json', 'print a JSON line for each delivery')
  addAccountOptions(listening).addHelpText('after', MORE).action(listen)
}

const MORE = `
Deliveries to loopback addresses are refused unless TIDINGS_ALLOW_NETWORKS allows them. \`tidings start\` allows them;
for \`tidings serve\` and \`tidings work\`, set TIDINGS_ALLOW_NETWORKS=127.0.0.0/8.

Examples:
  tidings listen --observe 'order.*' --forward-to http://localhost:3000/hooks
  TIDINGS_WEBHOOK_SECRET=whsec_… tidings listen
  tidings listen --fail 503 --slow 12s`

type ListenOptions = AccountOptions & {
  observe?: string[]
  forwardTo?: string
  publicUrl?: string
  port: number
  host: string
  secretFile?: string
  fail?: number
  slow?: number
  json?: true
}

async function listen(options: ListenOptions, command: Command): Promise<void> {
  const { host, port, observe, fail, forwardTo, json } = options
  if (fail !== undefined && forwardTo !== undefined) command.error('error: Use either --fail or --forward-to.')
  if (forwardTo !== undefined && !URL.canParse(forwardTo)) command.error('error: --forward-to must be a URL.')
  const stopped = untilStopped()
  const config = readToolConfig()
  const secrets = observe === undefined ? await findSecrets(options, config) : [newSecret()]
  const receiver = await openReceiver({
    host,
    port,
    checksFor: Promise.resolve(() => ({ secrets, secret_header: config.TIDINGS_SECRET_KEY_HEADER })),
    respond: (received) => respond(received, options),
    onArrival: (arrival, response) =>
      writeOut(
        json ? jsonLine(arrival, response.status) : describeInFull(arrival, describeResponse(response, forwardTo)),
      ),
  }).catch((error: unknown) => {
    throw new Error(describeListenError(error, host, port), { cause: error })
  })
  try {
    const address = addressOf(host, receiver.port)
    writeErr(greeting(address, secrets.length > 0))
    const integration =
      observe && (await createIntegration(options, { observe, secrets, url: options.publicUrl ?? address }))
    try {
      await Promise.race([stopped, new Promise((resolve) => process.stdout.once('error', resolve))])
    } finally {
      await integration?.remove()
    }
  } finally {
    await receiver.close()
  }
}

type Response = { status: number; delay_ms: number }

async function respond(
  { method, headers, body }: Received,
  { forwardTo, fail = 200, slow = 0 }: ListenOptions,
): Promise<Response> {
  if (forwardTo === undefined) return { status: fail, delay_ms: slow }
  const { host: _host, connection: _connection, 'content-length': _length, ...forwarded } = headers
  const response = await fetch(forwardTo, {
    method,
    headers: forwarded as Record<string, string>,
    ...(method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
  }).catch((error: unknown) => {
    writeErr(`${forwardTo} did not respond: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}\n`)
    return null
  })
  await response?.body?.cancel()
  return { status: response?.status ?? BAD_GATEWAY, delay_ms: slow }
}

const FORWARD_TIMEOUT_MS = 25 * SECOND
const BAD_GATEWAY = 502

function describeResponse({ status, delay_ms }: Response, forwarded_to: string | undefined): string {
  const from = forwarded_to === undefined ? '' : ` from ${forwarded_to}`
  return `${status}${from}${delay_ms > 0 ? ` after ${delay_ms / 1000} s` : ''}`
}

function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

type Temporary = { observe: readonly string[]; secrets: readonly string[]; url: string }

/** Creates a temporary integration. A killed command leaves it behind, with a name that explains its origin. */
async function createIntegration(options: AccountOptions, { observe, secrets, url }: Temporary) {
  const connection = await connect(await findAccount(options))
  const response = await connection.post('/integrations', {
    data: {
      type: 'integration',
      integration_type: 'webhook',
      name: `tidings listen on ${hostname()}`,
      description: 'Deleted when the command ends.',
      enabled: true,
      observes: observe,
      configuration: { url, secret_key: secrets[0] },
    },
  })
  const { id } = parseResponse(Data(IntegrationResource), response).data
  writeErr(`Created integration ${id} for ${observe.join(', ')}.\n\n`)
  return {
    async remove() {
      await connection.delete(`/integrations/${id}`)
      writeErr(`Deleted integration ${id}.\n`)
    },
  }
}

async function findSecrets({ secretFile }: ListenOptions, { TIDINGS_WEBHOOK_SECRET }: ToolConfig): Promise<string[]> {
  if (secretFile !== undefined) return readSecretFile(secretFile)
  return TIDINGS_WEBHOOK_SECRET === undefined ? [] : [TIDINGS_WEBHOOK_SECRET]
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

function greeting(address: string, verifies: boolean): string {
  const signatures = verifies
    ? 'Signatures are verified.'
    : 'Signatures are not verified: set TIDINGS_WEBHOOK_SECRET or use --secret-file.'
  return `Listening on ${address} and every path below it. ${signatures}\n\n`
}

function jsonLine(arrival: Arrival, status: number): string {
  const { received_at, ...rest } = arrival
  const resource = resourceName(arrival.payload)
  return `${JSON.stringify({ received_at: new Date(received_at), ...rest, resource, ms: delayOf(arrival), status })}\n`
}

function describeListenError(error: unknown, host: string, port: number): string {
  const isInUse = hasCode(error, 'EADDRINUSE')
  if (isInUse) return `Port ${port} on ${host} is in use. Choose another port with --port.`
  return `Cannot listen on port ${port} of ${host}: ${messageOf(error)}.`
}
