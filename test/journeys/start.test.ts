import { spawnSync } from 'node:child_process'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/app.ts'
import { jsonHere, runHere } from '../support/command.ts'
import { connectTo, readDemo, type StartedDemo, startDemo } from '../support/demo.ts'
import { temporaryFolder } from '../support/folder.ts'
import { accept, codeIn, logIn } from '../support/people/people.ts'
import { openReceiver } from '../support/servers/receiver.ts'
import { endTools, runTool } from '../support/tool.ts'

let folder: string
let env: Record<string, string>
/** The running demo, shared by tests that need no other start. */
let running: StartedDemo
let owner_id: string

// The tests depend on each other: they share a data folder, like the starts of one person.
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  env = { TIDINGS_DATA: folder }
})
afterAll(async () => {
  endTools()
  await rm(folder, { recursive: true })
})

const sh = (script: string) => spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout

test('commands printed by start cause an event, and show its job and its log', async () => {
  running = await startDemo(folder)
  const { tool, greeting } = running
  expect(greeting).toContain('The demo allows deliveries to this machine (127.0.0.0/8, ::1)')
  const paste = /^TOKEN=.*\ncurl .*$/m.exec(greeting)?.[0] ?? ''
  const looks = greeting.match(/^curl -sg .*$/gm) ?? []
  const published = JSON.parse(sh(paste))
  const event_id = published.data[0].id
  await tool.prints(new RegExp(`order\\.paid  order 1001  attempt 1  signature valid  event ${event_id}`))
  const [token = ''] = paste.split('\n')
  const [jobs, logs] = await eventually(
    async () => looks.map((look) => JSON.parse(sh(`${token}\n${look}`))),
    ([found]) => found?.data[0]?.status === 'succeeded',
  )
  expect(jobs.data[0]).toMatchObject({ event: { id: event_id, triggered_by: 'order.paid' }, attempts: 1 })
  expect(logs.data[0]).toMatchObject({ succeeded: true, status_code: 200, attempt: 1 })
  expect(logs.data[0].relationships.job.data.id).toBe(jobs.data[0].id)
})

test('the catalog of the demo is published when start prints its greeting', async () => {
  const { demo } = running
  const body = new URLSearchParams({ grant_type: 'implicit', client_id: demo.client_id })
  const granted = await fetch(demo.token_url, { method: 'POST', body })
  const { access_token } = (await granted.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const shown = await fetch(`${demo.base_url}/catalog/products?page[limit]=3`, { headers })
  expect(shown.status).toBe(200)
  expect(((await shown.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
})

test('the first line of start is a link, which logs the demo owner in once', async () => {
  const { demo, greeting } = running
  const origin = new URL(demo.base_url).origin
  const [link = '', heading = ''] = greeting.split('\n').filter(Boolean).slice(1, 3).reverse()
  expect(heading).toBe('Open the dashboard (this link logs owner@demo.localhost in, once and within 15 minutes):')
  expect(link).toMatch(new RegExp(`^  ${origin}/dashboard/enter#[A-Za-z0-9_-]{64}$`))
  expect(greeting).toMatch(new RegExp(`^ {2}Dashboard {3}${origin}/dashboard/$`, 'm'))
  expect((await logIn(origin, { code: codeIn(link) })).status).toBe(201)
  expect((await logIn(origin, { code: codeIn(link) })).status).toBe(401)
})

test('the demo owner logs in only with a link, and start prints the command for another', async () => {
  const { demo, greeting } = running
  const [line, email = ''] = /^ {2}People .*tidings people link (\S+) .*$/m.exec(greeting) ?? []
  expect(line).toContain(`TIDINGS_DATA='${folder}' tidings people link owner@demo.localhost   (`)
  const origin = new URL(demo.base_url).origin
  const printed = await runHere(['people', 'link', email], env)
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  const [link = ''] = /^http.*$/m.exec(printed.stdout) ?? []
  expect(link).toMatch(new RegExp(`^${origin}/dashboard/enter#[A-Za-z0-9_-]{64}$`))
  for (const password of ['owner', 'password', 'tidings', email])
    expect((await logIn(origin, { email, password })).status).toBe(401)
  const entered = await logIn(origin, { code: codeIn(link) })
  expect(entered.status).toBe(201)
  expect((await logIn(origin, { code: codeIn(link) })).status).toBe(401)
  const roles = [
    { role: 'operator', store_id: null },
    { role: 'owner', store_id: null },
  ]
  const people = await jsonHere<{ id: string }[]>(['people', 'list'], env)
  expect(people).toMatchObject([{ email, roles, organization_id: demo.organization_id, second_factor: false }])
  owner_id = String(people[0]?.id)
})

test('demo.json has exactly the documented members, readable only by its owner', async () => {
  const demo = await readDemo(folder)
  const root = new URL(demo.base_url).origin
  expect(demo).toEqual({
    base_url: `${root}/v2`,
    storefront_url: `${root}/storefront`,
    token_url: `${root}/oauth/access_token`,
    organization_id: expect.any(String),
    store_id: expect.any(String),
    storefront_scope: 'demo',
    client_id: expect.any(String),
    client_secret: expect.any(String),
    organization_client_id: expect.any(String),
    organization_client_secret: expect.any(String),
    receiver_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//),
  })
  expect((await stat(path.join(folder, 'demo.json'))).mode & 0o777).toBe(0o600)
})

test('a second start on the same folder names the running one, and changes nothing', async () => {
  const { demo } = running
  const { code, stderr } = await runTool(['start'], { ...env, PORT: '0' })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(`running on ${folder} at ${demo.base_url}`),
  })
  expect(await readDemo(folder)).toEqual(demo)
  expect(await jsonHere(['stores', 'list'], env)).toHaveLength(1)
  running.tool.child.kill('SIGKILL')
  await running.tool.ended
})

test('a start after a kill succeeds, even if the process id was reused, and Ctrl-C ends it', async () => {
  await writeFile(path.join(folder, 'start.pid'), `${process.pid} 1`)
  const { tool } = await startDemo(folder)
  const { code, stdout, stderr } = await tool.end('SIGINT')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/Stopped\.\n$/)
  expect(stdout.match(/is running/g)).toHaveLength(1)
})

test('start prints no link if other machines can connect, or without a dashboard', async () => {
  for (const setting of [{ HOST: '0.0.0.0' }, { TIDINGS_DASHBOARD: 'false' }]) {
    const { tool, greeting } = await startDemo(folder, setting)
    expect(greeting).not.toContain('/enter#')
    expect(greeting).toContain('tidings people link owner@demo.localhost ')
    await tool.end('SIGINT')
  }
})

test('a later start keeps ids, keys, receiver and owner, and commands work alongside', async () => {
  const { base_url: _, storefront_url: __, token_url: ___, ...kept } = await readDemo(folder)
  running = await startDemo(folder)
  const { tool, demo } = running
  expect(demo).toMatchObject(kept)
  expect(await jsonHere(['people', 'list'], env)).toMatchObject([{ email: 'owner@demo.localhost', id: owner_id }])
  const integrations = await jsonHere<{ id: string }[]>(['integrations', 'list'], env)
  expect(integrations).toHaveLength(1)
  const integration = String(integrations[0]?.id)
  expect(await jsonHere(['stores', 'list'], env)).toMatchObject([{ id: demo.store_id, scope: 'demo' }])
  const [published] = await jsonHere<{ id: string }[]>(['publish', '--key', 'customer.created', '--sample'], env)
  await tool.prints(new RegExp(`customer\\.created .* attempt 1  signature valid  event ${published?.id}`))
  const [event] = await jsonHere<{ id: string }[]>(['events', '--limit', '1'], env)
  expect(event?.id).toBe(published?.id)
  const jobs = ['jobs', 'list', '--integration', integration, '--limit', '1']
  const [job] = await eventually(
    () => jsonHere<{ id: string; status: string }[]>(jobs, env),
    ([found]) => found?.status === 'succeeded',
  )
  await jsonHere(['jobs', 'retry', String(job?.id), '--integration', integration], env)
  await tool.prints(new RegExp(`customer\\.created .* attempt 2  signature valid  event ${published?.id}`))
})

test('a start after the demo owner was removed names another owner, and creates none', async () => {
  const { tool, demo } = running
  const invite = ['people', 'invite', '--email', 'ada@example.com', '--role', 'owner']
  const { link } = await jsonHere<{ link: string }>(invite, env)
  expect((await accept(new URL(demo.base_url).origin, codeIn(link))).status).toBe(200)
  await jsonHere(['people', 'remove', 'owner@demo.localhost'], env)
  expect(await tool.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  const next = await startDemo(folder)
  expect(next.greeting).toContain('tidings people link ada@example.com ')
  expect(next.greeting).not.toContain('/enter#')
  expect(await jsonHere(['people', 'list'], env)).toMatchObject([{ email: 'ada@example.com' }])
  await next.tool.end('SIGINT')
})

test('a lost demo.json is rewritten with new keys for the same store and integration', async () => {
  const lost = await readDemo(folder)
  await rm(path.join(folder, 'demo.json'))
  const { tool, demo } = await startDemo(folder)
  expect([demo.organization_id, demo.store_id]).toEqual([lost.organization_id, lost.store_id])
  expect(demo.client_id).not.toBe(lost.client_id)
  expect(demo.organization_client_id).not.toBe(lost.organization_client_id)
  await (await connectTo(demo)).post('/events', { triggered_by: 'cart.updated', payload: { data: { id: 'c1' } } })
  await tool.prints(/cart\.updated {2}c1 {2}attempt 1 {2}signature valid/)
  expect(await jsonHere(['integrations', 'list'], env)).toMatchObject([{ configuration: { url: demo.receiver_url } }])
  await tool.end('SIGINT')
})

test('an occupied receiver port moves the receiver, and the integration follows', async () => {
  const before = await readDemo(folder)
  const squatter = await openReceiver(Number(new URL(before.receiver_url).port))
  const { tool, demo } = await startDemo(folder)
  expect(demo.receiver_url).not.toBe(before.receiver_url)
  await runHere(['publish', '--key', 'order.created', '--sample'], env)
  await tool.prints(/order\.created {2}order .* signature valid/)
  expect(squatter.received).toEqual([])
  await squatter.close()
  await tool.end('SIGINT')
})
