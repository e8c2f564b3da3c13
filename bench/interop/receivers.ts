import { createHash, generateKeyPairSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import vectors from '../../examples/signatures.json' with { type: 'json' }
import { freePort } from '../../src/app/address/port.ts'
import { signer } from '../../src/deliveries/rules/sign.ts'
import type { Language, Runnable } from './languages.ts'
import { type Program, startProgram } from './programs.ts'
import { expectStatus, type Stage } from './stage.ts'

export type ReceiverReport = {
  ok: boolean
  /** Number of deliveries that the program applied, each once. */
  applied: number
  events: number
  /** Duplicate events that were skipped; one is sent for each secret. */
  skipped: number
  /** Requests that must be rejected, and the number that were not. */
  refused: number
  wrong: string[]
}

/** One secret of each form: base64, and text beyond ASCII. */
const SECRETS = [`whsec_${createHash('sha256').update('interop').digest('base64')}`, 'Schlüssel für Grüße, 5 €']
const EVENTS = 50
/** Adds an Ed25519 signature, which no official library verifies and every library must ignore. */
const PRIVATE_KEY = vectors.asymmetric[0]?.private_key ?? ''
const TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 20_000
const POLL_MS = 50

/** Delivers to the program of a page, with both forms of secret. Starting without a secret is a failure. */
export async function checkReceiver(stage: Stage, language: Language): Promise<ReceiverReport> {
  const runnable = await language.receiver()
  const report: ReceiverReport = { ok: false, applied: 0, events: 0, skipped: 0, refused: 0, wrong: [] }
  for (const secret of SECRETS) await checkSecret(stage, runnable, secret, report)
  if (await startsWithout(runnable)) report.wrong.push('It starts without a secret.')
  const complete = report.applied === report.events && report.skipped === SECRETS.length
  return { ...report, ok: complete && report.wrong.length === 0 }
}

async function checkSecret(stage: Stage, runnable: Runnable, secret: string, report: ReceiverReport): Promise<void> {
  const port = await freePort('127.0.0.1')
  const program = startProgram(runnable.command, {
    folder: runnable.folder,
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  try {
    await program.listening(port)
    const url = `http://127.0.0.1:${port}/`
    const { id, key } = await stage.integrate('webhook', { url, secret_key: secret, private_key: PRIVATE_KEY })
    const ids = await stage.publish(key, EVENTS)
    await stage.settled(id, TIMEOUT_MS)
    await waitFor(() => ids.every((event_id) => count(program, `${key} ${event_id}`) > 0))
    await repeat(stage, id)
    await waitFor(() => program.lines().some((line) => line.startsWith('skipped ')))
    report.events += EVENTS
    report.applied += ids.filter((event_id) => count(program, `${key} ${event_id}`) === 1).length
    report.skipped += program.lines().filter((line) => line.startsWith('skipped ')).length
    for (const attempt of attempts(secret, Date.now())) await tryAttempt(url, attempt, report)
  } finally {
    await program.kill()
  }
}

function count(program: Program, line: string): number {
  return program.lines().filter((printed) => printed === line).length
}

/** Sends an event again with the same id and a new signature, like a manual retry. */
async function repeat(stage: Stage, integration_id: string): Promise<void> {
  const { data } = expectStatus(200, await stage.call('GET', `/integrations/${integration_id}/jobs?page[limit]=1`))
  const response = await stage.call('POST', `/integrations/${integration_id}/jobs/${data[0].id}/retry`)
  if (response.status >= 300) throw new Error(`The retry was rejected: ${JSON.stringify(response.body)}`)
}

type Attempt = { name: string; valid: boolean; body: string; headers: Record<string, string> }

const OLD_MS = 600_000
const { privateKey: private_key } = generateKeyPairSync('ed25519')

/** Correctly and incorrectly signed requests. */
function attempts(secret: string, now: number): Attempt[] {
  const body = JSON.stringify({ id: 'probe', triggered_by: 'note.created', payload: { data: { text: 'Grüße' } } })
  const sign = (configuration: object, at = now, previous: object = {}) =>
    signer({ configuration: { url: '', ...configuration }, ...previous } as Parameters<typeof signer>[0])(
      { headers: { 'content-type': 'application/json' }, body },
      'probe',
      at,
    ).headers
  const headers = sign({ secret_key: secret })
  const [, signature = ''] = headers['webhook-signature']?.split(',') ?? []
  const signedBy = (text: string) => ({ ...headers, 'webhook-signature': text })
  const rotating = { previous_secret_key: secret, previous_secret_until: now + OLD_MS }
  const right = [
    ['as it is', headers],
    ['beside an Ed25519 signature', sign({ secret_key: secret, private_key })],
    ['while the secret is replaced', sign({ secret_key: 'the new one' }, now, rotating)],
  ] as const
  const wrong = [
    ['signed with another secret', sign({ secret_key: 'another secret of the test' })],
    ['signed ten minutes ago', sign({ secret_key: secret }, now - OLD_MS)],
    ['signed ten minutes ahead', sign({ secret_key: secret }, now + OLD_MS)],
    ['with another id', { ...headers, 'webhook-id': 'other' }],
    ['not signed', { 'content-type': 'application/json' }],
    ['without a scheme', signedBy(signature)],
    ['in hexadecimal', signedBy(`v1,${Buffer.from(signature, 'base64').toString('hex')}`)],
    ['cut off', signedBy(`v1,${signature.slice(0, -6)}`)],
    ['with an empty signature', signedBy('v1,')],
    ['with Ed25519 only', sign({ private_key })],
  ] as const
  return [
    ...right.map(([name, headers]) => ({ name, valid: true, body, headers })),
    ...wrong.map(([name, headers]) => ({ name, valid: false, body, headers })),
    { name: 'with a changed body', valid: false, body: body.replace('Grüße', 'Gruß'), headers },
    { name: 'with a blank more', valid: false, body: `${body} `, headers },
  ]
}

async function tryAttempt(url: string, { name, valid, body, headers }: Attempt, report: ReceiverReport): Promise<void> {
  const status = await fetch(url, { method: 'POST', body, headers }).then(
    (response) => response.status,
    () => 0,
  )
  const isRight = valid ? status >= 200 && status < 300 : status === 401
  if (!isRight) report.wrong.push(`A delivery ${name} got ${status === 0 ? 'no response' : status}.`)
  if (!valid && isRight) report.refused += 1
}

/** Some libraries accept an empty key, but a receiver must not. */
async function startsWithout({ command, folder }: Runnable): Promise<boolean> {
  const port = await freePort('127.0.0.1')
  const program = startProgram(command, { folder, env: { WEBHOOK_SECRET: '', PORT: String(port) } })
  try {
    return await Promise.race([
      program.listening(port).then(
        () => true,
        () => false,
      ),
      wait(STOP_TIMEOUT_MS, false),
    ])
  } finally {
    await program.kill()
  }
}

async function waitFor(condition: () => boolean): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (performance.now() < end && !condition()) await wait(POLL_MS)
}
