import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, openApp, openTenant, send } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const PASSWORD = 'correct horse battery'
const ADA = 'ada@example.com'
const BOB = 'bob@example.com'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type Shop = { app: App; shopper: Client; lines: Record<string, unknown>[] }

/** A store with two customers, in a process that trusts these proxies. */
async function openShop(trusted_proxies: string): Promise<Shop> {
  const lines: Record<string, unknown>[] = []
  const env = { TIDINGS_TRUSTED_PROXIES: trusted_proxies, TIDINGS_LOG_LEVEL: 'info' }
  const write = (line: string) => void lines.push(JSON.parse(line))
  const app = await openApp(database, { parts: ['api'], env, lines: { write } })
  const { seller, shopper } = await openTenant(app)
  for (const email of [ADA, BOB]) {
    const data = { type: 'customer', name: 'Somebody', email, password: PASSWORD }
    expect((await seller.post('/v2/customers', { data })).status).toBe(201)
  }
  return { app, shopper, lines }
}

async function logIn({ shopper }: Shop, email: string, password: string, headers: Record<string, string>) {
  return (await shopper.post('/v2/customers/tokens', { data: { type: 'token', email, password } }, headers)).status
}

function guess(shop: Shop, email: string, headers: (at: number) => Record<string, string>): Promise<number[]> {
  return Promise.all(Array.from({ length: 10 }, (_, at) => logIn(shop, email, `guess ${at}`, headers(at))))
}

const list = (text: string) => ({ 'x-forwarded-for': text })
const element = (text: string) => ({ forwarded: text })

describe('behind a trusted proxy', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop('127.0.0.0/8, 2001:db8:ff::/48')
  })
  afterAll(() => shop.app.close())

  test('guessing at one account locks out neither its neighbors nor the account elsewhere', async () => {
    const here = list('192.0.2.1')
    expect(await guess(shop, ADA, (at) => list(`203.0.113.${at}, 192.0.2.1, 2001:db8:ff::1`))).toEqual(
      Array(10).fill(401),
    )
    expect(await logIn(shop, ADA, PASSWORD, here)).toBe(429)
    expect(await logIn(shop, ADA, PASSWORD, list('203.0.113.99, 192.0.2.1:4711'))).toBe(429)
    expect(await logIn(shop, BOB, PASSWORD, here)).toBe(201)
    expect(await logIn(shop, ADA, PASSWORD, list('192.0.2.2'))).toBe(201)
  })

  test('Forwarded is read like X-Forwarded-For, including IPv6 addresses with ports', async () => {
    const spoofed = (at: number) => element(`for=203.0.113.${at}, for="[2001:db8::7]:${4000 + at}"`)
    expect(await guess(shop, BOB, spoofed)).toEqual(Array(10).fill(401))
    expect(await logIn(shop, BOB, PASSWORD, element('for="[2001:db8::8]"'))).toBe(429)
    expect(await logIn(shop, BOB, PASSWORD, element('for="[2001:db8:0:1::8]:4711"'))).toBe(201)
  })

  test('log lines name the client', async () => {
    await send(`${shop.app.origin}/`, 'GET', undefined, list('192.0.2.44, 192.0.2.45'))
    const line = await lineOf(shop, '192.0.2.45')
    expect(line).toMatchObject({ msg: 'request', route: '/', client_address: '192.0.2.45' })
  })
})

async function lineOf({ lines }: Shop, address: string) {
  await expect.poll(() => lines.some(({ client_address }) => client_address === address)).toBe(true)
  return lines.find(({ client_address }) => client_address === address)
}

test('ignores forwarding headers from untrusted proxies', async () => {
  const shop = await openShop('10.0.0.0/8')
  try {
    expect(await guess(shop, ADA, (at) => list(`192.0.2.${at}`))).toEqual(Array(10).fill(401))
    expect(await logIn(shop, ADA, PASSWORD, list('192.0.2.200'))).toBe(429)
    expect(await logIn(shop, ADA, PASSWORD, element('for=192.0.2.200'))).toBe(429)
    expect(await logIn(shop, BOB, PASSWORD, {})).toBe(201)
  } finally {
    await shop.app.close()
  }
})

test('rejects an invalid network at startup, naming the setting', async () => {
  await expect(openShop('proxy.example')).rejects.toThrow('TIDINGS_TRUSTED_PROXIES: must be networks such as')
})
