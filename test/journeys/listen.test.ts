import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/db/new-id.ts'
import { temporaryFolder } from '../support/folder.ts'
import { endTools, type RunningTool, startTool } from '../support/tool.ts'

afterAll(endTools)

const SECRET = `whsec_${randomBytes(24).toString('base64')}`

async function startListening(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const tool = startTool(['listen', '--port', '0', ...args], env)
  const [, url = ''] = await tool.prints(/Listening on (http:\S+)/)
  return { tool, url }
}

/** A delivery as the server makes it, signed by a third-party library. */
function delivery(secret: string) {
  const id = newId(Date.now() - 5)
  const now = new Date()
  const body = JSON.stringify({
    id,
    triggered_by: 'order.paid',
    attempt: 3,
    org_id: 'o',
    integration: { id: 'i' },
    payload: { data: { type: 'order', id: '1001' } },
    configuration: { secret_key: secret },
  })
  const headers = {
    'content-type': 'application/json',
    'x-integration-secret-key': secret,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  return { id, body, headers }
}

function send(url: string, { body, headers }: { body: string; headers: Record<string, string> }): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers })
}

async function lineOf(tool: RunningTool, event_id: string) {
  const [line] = await tool.prints(new RegExp(`^.*${event_id}.*\n`, 'm'))
  return JSON.parse(line)
}

describe('listening with a secret', () => {
  let tool: RunningTool
  let url: string
  beforeAll(async () => {
    ;({ tool, url } = await startListening(['--json'], { TIDINGS_WEBHOOK_SECRET: SECRET }))
  })

  test('a correctly signed delivery is valid, and its event is printed', async () => {
    const good = delivery(SECRET)
    expect((await send(`${url}some/path`, good)).status).toBe(200)
    const line = await lineOf(tool, good.id)
    expect(line).toMatchObject({
      path: '/some/path',
      signature: 'valid',
      secret_header: 'matches',
      event_id: good.id,
      triggered_by: 'order.paid',
      attempt: 3,
      resource: 'order 1001',
      status: 200,
    })
    expect(line.ms).toBeGreaterThanOrEqual(5)
    expect(tool.stdout()).not.toContain(SECRET)
  })

  test('a wrong secret, a changed body and a missing signature have different messages', async () => {
    const foreign = delivery(`whsec_${randomBytes(24).toString('base64')}`)
    const changed = delivery(SECRET)
    const { 'webhook-signature': _, 'x-integration-secret-key': __, ...bare } = delivery(SECRET).headers
    const unsigned = { ...delivery(SECRET), headers: bare }
    await send(url, foreign)
    await send(url, { ...changed, body: changed.body.replace('1001', '1002') })
    await send(url, { body: unsigned.body, headers: unsigned.headers as Record<string, string> })
    const reason = 'signed with another secret, or the body was changed'
    expect(await lineOf(tool, foreign.id)).toMatchObject({ signature: 'invalid', reason, secret_header: 'differs' })
    expect(await lineOf(tool, changed.id)).toMatchObject({ signature: 'invalid', reason, secret_header: 'matches' })
    expect(await lineOf(tool, unsigned.id)).toMatchObject({ signature: 'unsigned', secret_header: 'absent' })
  })

  test('Ctrl-C exits with 0', async () => {
    expect(await tool.end('SIGINT')).toMatchObject({ code: 0 })
  })
})

describe('printing for people', () => {
  let folder: string
  let tool: RunningTool
  let url: string
  beforeAll(async () => {
    folder = await temporaryFolder('fast')
    const file = path.join(folder, 'secrets')
    await writeFile(file, `an older one\n${SECRET}\n`)
    ;({ tool, url } = await startListening(['--secret-file', file]))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('output for people describes the validity and shows the payload but no secret', async () => {
    const good = delivery(SECRET)
    await send(url, good)
    await tool.prints(new RegExp(`event ${good.id}(?:.*\n)*.*"id": "1001"(?:.*\n)*.*\n\n`))
    expect(tool.stdout()).toMatch(/order\.paid {2}attempt 3\n {2}signature valid; secret header matches\n/)
    expect(tool.stdout()).not.toContain(SECRET)
  })

  test('a request that is not a delivery is printed and gets a response', async () => {
    expect((await fetch(url)).status).toBe(200)
    await tool.prints(/GET \/ \(not an event\)\n {2}unsigned/)
  })
})

describe('listening without a secret, failing and slow', () => {
  let tool: RunningTool
  let url: string
  beforeAll(async () => {
    ;({ tool, url } = await startListening(['--json', '--fail', '503', '--slow', '300ms']))
  })

  test('no delivery is called valid without a secret, and the output explains how to set it', async () => {
    expect(tool.stderr()).toContain('TIDINGS_WEBHOOK_SECRET')
    const signed = delivery(SECRET)
    await send(url, signed)
    expect(await lineOf(tool, signed.id)).toMatchObject({ signature: 'unchecked', secret_header: 'unchecked' })
  })

  test('--fail and --slow simulate a failing receiver', async () => {
    const began = performance.now()
    const signed = delivery(SECRET)
    expect((await send(url, signed)).status).toBe(503)
    expect(performance.now() - began).toBeGreaterThanOrEqual(295)
    expect(await lineOf(tool, signed.id)).toMatchObject({ status: 503 })
  })
})
