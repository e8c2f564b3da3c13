import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createKey } from '../../src/access/keys.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { jsonHere, runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { endTools, runTool, startTool } from '../support/tool.ts'

let database: TestDatabase
let app: App
let folder: string
let receiver: Receiver
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  receiver = await openReceiver()
  folder = await temporaryFolder('fast')
})
afterAll(async () => {
  await receiver.close()
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(endTools)

let seller: Client
let key: { client_id: string; client_secret: string }
let env: Record<string, string>
beforeEach(async () => {
  const tenant = await openTenant(app)
  seller = tenant.seller
  const { organization_id, store_id } = tenant
  key = await createKey(app.foundation.db, { organization_id, store_id, name: 'tool' }, Date.now())
  receiver.answer = (response) => response.end()
  env = {
    TIDINGS_URL: app.origin,
    TIDINGS_CLIENT_ID: key.client_id,
    TIDINGS_CLIENT_SECRET: key.client_secret,
    XDG_CONFIG_HOME: path.join(folder, randomBytes(4).toString('hex')),
  }
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a command prints
type Json = any

const create = (...more: string[]) =>
  jsonHere<Json>(
    [
      'integrations',
      'create',
      '--name',
      'Warehouse',
      '--to',
      receiver.url,
      '--observe',
      'order.*',
      'cart.updated',
      ...more,
    ],
    env,
  )

const publish = () => jsonHere<Json>(['publish', '--key', 'order.paid', '--sample'], env)

describe('integrations', () => {
  test('can be created, shown, changed, disabled, enabled and deleted', async () => {
    const { id, ...made } = await create('--config', 'ordered=true', '--rate-limit', '5', '--concurrency', '3')
    expect(made).toMatchObject({
      name: 'Warehouse',
      integration_type: 'webhook',
      observes: ['order.*', 'cart.updated'],
      configuration: { url: receiver.url, ordered: true },
      rate_limit: 5,
      concurrency: 3,
    })
    expect((await jsonHere<Json>(['integrations', 'list'], env)).map((one: Json) => one.id)).toEqual([id])
    const changed = await jsonHere<Json>(
      ['integrations', 'update', id, '--name', 'Depot', '--config', 'ordered=false'],
      env,
    )
    expect(changed).toMatchObject({
      name: 'Depot',
      configuration: { url: receiver.url, ordered: false },
      rate_limit: 5,
    })
    expect((await runHere(['integrations', 'disable', id], env)).stdout).toBe(`Integration ${id} is disabled.\n`)
    expect(await jsonHere(['integrations', 'get', id], env)).toMatchObject({ enabled: false })
    expect((await runHere(['integrations', 'enable', id], env)).stdout).toBe(`Integration ${id} is enabled.\n`)
    expect((await runHere(['integrations', 'get', id], env)).stdout).toMatch(/^id {9,}\S+\nname {7,}Depot\n/)
    expect((await runHere(['integrations', 'delete', id], env)).stdout).toBe(`Deleted integration ${id}.\n`)
    expect(await runHere(['integrations', 'get', id], env)).toMatchObject({ code: 1, stdout: '' })
  })

  test('can be read from JSON or YAML, with options taking precedence', async () => {
    const file = path.join(folder, 'warehouse.yaml')
    await writeFile(file, `name: From a file\nobserves: [order.paid]\nconfiguration:\n  url: ${receiver.url}\n`)
    const made = await jsonHere<Json>(['integrations', 'create', '--file', file, '--name', 'Of an option'], env)
    expect(made).toMatchObject({ name: 'Of an option', observes: ['order.paid'] })
    await writeFile(file, 'name: [')
    const refused = await runHere(['integrations', 'create', '--file', file], env)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} is neither JSON nor YAML`) })
  })

  test('can be tested, with the response of the receiver deciding the exit code', async () => {
    const { id } = await create()
    const good = await runHere(['integrations', 'test', id, '--key', 'order.paid'], env)
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^order\.paid was delivered in \d+ ms: 200\.\n$/),
    })
    receiver.answer = (response) => response.writeHead(503).end()
    const bad = await runHere(['integrations', 'test', id], env)
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('failed after') })
    expect((await runHere(['integrations', 'health', id], env)).stdout).toMatch(
      /^status .*degraded\nsummary +1 of 2 attempts of the last hour failed, the last at .* the response is 503/,
    )
    const all = await runHere(['health', '--filter', `eq(id,${id})`], env)
    expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ID .*SUMMARY\n.*\n$/) })
    expect(all.stdout).toContain(id)
    expect(await runHere(['operations'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('deployment:read'),
    })
    const { stdout } = await runHere(['integrations', 'health', (await create()).id], env)
    expect(stdout).toMatch(/\nlast success +never\nlast failure +never\n/)
  })
})

test('can be tested before they are saved, and their secret can be rotated', async () => {
  receiver.answer = (response) => response.end()
  const draft = ['--to', receiver.url, '--observe', 'order.paid']
  const good = await runHere(['integrations', 'test', ...draft], env)
  expect(good).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^order\.paid in \d+ ms: The endpoint responded 200/),
  })
  receiver.answer = (response) => response.writeHead(404).end()
  const bad = await runHere(['integrations', 'test', ...draft], env)
  expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('check the path of the address.') })
  expect((await runHere(['integrations', 'test'], env)).code).toBe(2)
  const { id } = await create('--config', 'secret_key=a secret of the test')
  const { secret_key } = await jsonHere<Json>(['integrations', 'rotate-secret', id], env)
  expect((await jsonHere<Json>(['integrations', 'get', id], env)).configuration.secret_key).toBe(secret_key)
  expect(await runHere(['integrations', 'rotate-secret', id], env)).toMatchObject({ code: 1, stdout: '' })
  const ended = await runHere(['integrations', 'end-previous-secret', id], env)
  expect(ended.stdout).toBe(`Integration ${id} signs with its current secret only.\n`)
  expect((await runHere(['integrations', 'rotate-secret', id], env)).stdout).toMatch(/^secret +whsec_/)
})

describe('deliveries', () => {
  const failed = async () => {
    const { id } = await create()
    receiver.answer = (response) => response.writeHead(410).end()
    const [event] = await publish()
    await receiver.waitFor(({ body }) => body.id === event.id)
    return { id, event }
  }

  test('are listed and shown, from the event to its logs', async () => {
    const { id } = await create()
    const [event] = await publish()
    await receiver.waitFor(({ body }) => body.id === event.id)
    expect(await jsonHere<Json>(['events', 'get', event.id], env)).toMatchObject({ triggered_by: 'order.paid' })
    const jobs = () =>
      jsonHere<Json>(['jobs', 'list', '--integration', id, '--filter', `eq(event_id,${event.id})`], env)
    await expect.poll(async () => (await jobs())[0]?.status).toBe('succeeded')
    const [job] = await jobs()
    await create()
    expect(await jsonHere(['jobs', 'get', job.id, '--integration', id], env)).toMatchObject({ ...job, waiting: null })
    const found = await runHere(['jobs', 'show', job.id], env)
    expect(found.stdout).toContain(`\nstatus        succeeded\n`)
    const who = await runHere(['events', 'explain', event.id], env)
    expect(who.stdout).toMatch(new RegExp(`delivered +${job.id}\n`))
    expect(who.stdout).toContain('It was created after the event.')
    const [log] = await jsonHere<Json>(['logs', 'list', '--integration', id], env)
    const shown = await runHere(['logs', 'get', log.id], env)
    expect(shown.stdout).toContain(`job          ${job.id}\n`)
    expect(shown.stdout).toContain('webhook-id: ')
    expect(shown.stdout).toContain(`request POST ${receiver.url}`)
    expect(shown.stdout).toContain('"triggered_by":"order.paid"')
  })

  test('the audit log is listed and shown', async () => {
    const { id } = await create()
    await runHere(['integrations', 'disable', id], env)
    const options = ['--since', '1h', '--resource', id, '--operation', 'UpdateIntegration']
    const [entry, ...others] = await jsonHere<Json>(['audit', 'list', ...options], env)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ resource: { type: 'integration', id }, actor: { type: 'key', name: 'tool' } })
    expect(await jsonHere<Json>(['audit', 'list', '--actor', entry.actor.id], env)).toHaveLength(2)
    const { stdout } = await runHere(['audit', 'get', entry.id], env)
    expect(stdout).toContain(`updated integration ${id}\n  enabled: true → false\n`)
    expect((await runHere(['audit', 'list'], env)).stdout).toContain('key tool')
  })

  test('can be retried after failures, all of an integration at once', async () => {
    const { id, event } = await failed()
    await expect.poll(async () => (await jsonHere<Json>(['integrations', 'get', id], env)).enabled).toBe(false)
    receiver.answer = (response) => response.end()
    await runHere(['integrations', 'enable', id], env)
    const retried = await runHere(['jobs', 'retry', '--failed', '--since', '1h', '--integration', id], env)
    expect(retried.stdout).toMatch(/^\d+ jobs? retried\.\n$/)
    expect((await runHere(['jobs', 'retry', '--integration', id], env)).code).toBe(2)
    const [job] = await jsonHere<Json>(['jobs', 'list', '--integration', id], env)
    const one = await jsonHere<Json>(['jobs', 'retry', job.id, '--integration', id], env)
    expect(one).toMatchObject({ status: 'completed', progress: { scanned: 1 } })
    const none = await runHere(['jobs', 'cancel', '--pending', '--dry-run', '--integration', id], env)
    expect(none.stdout).toMatch(/^\d+ jobs? would be cancelled\.\n$/)
    expect(event.triggered_by).toBe('order.paid')
  })

  test('are replayed', async () => {
    const { id } = await create()
    const [event] = await publish()
    await receiver.waitFor(({ body }) => body.id === event.id)
    const before = receiver.received.length
    const counted = await runHere(['replays', 'create', '--integration', id, '--from', '1h', '--dry-run'], env)
    expect(counted.stdout).toMatch(/^\d+ jobs would be created\.$/m)
    const { id: replay } = await jsonHere<Json>(['replays', 'create', '--integration', id, '--from', '1h'], env)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
    const get = () => jsonHere<Json>(['replays', 'get', replay, '--integration', id], env)
    await expect.poll(async () => (await get()).status).toBe('completed')
    expect((await runHere(['replays', 'list', '--integration', id], env)).stdout).toContain('completed')
  })
})

describe('a list', () => {
  test('reports how many more items there are, and prints them all', async () => {
    for (let count = 0; count < 3; count += 1) await publish()
    const some = await runHere(['events', 'list', '--limit', '2'], env)
    expect(some.stdout.split('\n')).toHaveLength(4)
    expect(some.stderr).toMatch(/^2 of \d+, --all for the rest\n$/)
    const all = await jsonHere<Json>(['events', 'list', '--limit', '1', '--all'], env)
    expect(all.filter((event: Json) => event.triggered_by === 'order.paid')).toHaveLength(3)
    expect(all.map((event: Json) => event.id)).toEqual(
      all
        .map((event: Json) => event.id)
        .toSorted()
        .toReversed(),
    )
  })

  test('prints the same content as JSON, JSON lines and YAML', async () => {
    await publish()
    const json = await jsonHere<Json>(['events'], env)
    const printed = async (format: string) => (await runHere(['events', '-o', format], env)).stdout
    expect(
      (await printed('jsonl'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(json)
    expect(parse(await printed('yaml'))).toEqual(json)
    expect(await printed('table')).toMatch(/\n\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}/)
    expect(await runHere(['events', '-o', 'xml'], env)).toMatchObject({ code: 2, stdout: '' })
  })
})

test('a context holds a URL and a key in a file that only its owner can read', async () => {
  const home = { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? '' }
  const login = ['login', '--url', app.origin, '--client-id', key.client_id, '--name', 'shop']
  const wrong = await runTool(login, home, 'not the secret')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The API returned 401')])
  expect(await runTool(login, home, `${key.client_secret}\n`)).toMatchObject({ code: 0 })
  const file = path.join(home.XDG_CONFIG_HOME, 'tidings', 'contexts.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(key.client_secret)
  expect(await jsonHere(['integrations', 'list'], home)).toEqual([])
  const contexts = await runHere(['contexts'], home)
  expect(contexts.stdout).toContain('shop')
  expect(contexts.stdout).not.toContain(key.client_secret)
  const other = await runHere(['integrations', 'list', '--context', 'nowhere'], home)
  expect(other).toMatchObject({ code: 1, stderr: 'error: No context nowhere. Saved contexts: shop.\n' })
  expect(await runHere(['logout'], home)).toMatchObject({ code: 0 })
  expect(await runHere(['contexts', '--json'], home)).toMatchObject({ stdout: '[]\n' })
  expect((await runHere(['contexts'], home)).stdout).toContain('tidings login')
})

test('listen creates an integration, forwards its deliveries, and deletes it at the end', async () => {
  const forwarded: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    forwarded.push({ headers: request.headers, body })
    response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = `http://127.0.0.1:${port}/hooks`
  const tool = startTool(['listen', '--port', '0', '--observe', 'order.*', '--forward-to', target, '--json'], env)
  await tool.prints(/Created integration/)
  await publish()
  const [line] = await tool.prints(/^.*order\.paid.*\n/m)
  expect(JSON.parse(line)).toMatchObject({ triggered_by: 'order.paid', signature: 'valid', status: 202 })
  expect(forwarded[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) })
  const { code, stderr } = await tool.end('SIGINT')
  expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted integration')])
  expect((await seller.get('/v2/integrations')).body.data).toEqual([])
  server.close()
})

test('shell completion completes commands and options', async () => {
  const script = await runTool(['completion', 'bash'], env)
  expect(script).toMatchObject({ code: 0, stdout: expect.stringContaining('tidings complete --') })
  expect((await runTool(['complete', '--', 'jobs', ''], env)).stdout).toContain('retry\tDeliver jobs again now')
  expect((await runTool(['complete', '--', 'jobs', 'retry', '--fa'], env)).stdout).toContain('--failed')
  expect(await runHere(['completion', 'sh'], env)).toMatchObject({ code: 2, stdout: '' })
})
