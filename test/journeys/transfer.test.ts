import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { type Account, connect } from '../../src/client/connection.ts'
import { connectWithRetries } from '../../src/client/retrying-connection.ts'
import { importLines } from '../../src/client/transfer/import.ts'
import { newProgress } from '../../src/client/transfer/progress-file.ts'
import { flatKinds, parseRecord } from '../../src/commands/transfer/flat.ts'
import { pricebooks } from '../../src/store/catalog/pricebook.ts'
import { promotions } from '../../src/store/promotions/promotion.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { makeOne } from '../support/store/resource-samples.ts'
import { endTools, runTool, startTool } from '../support/tool.ts'

let database: TestDatabase
let app: App
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  folder = await temporaryFolder('fast')
})
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(endTools)

type Store = { seller: Client; account: Account; env: Record<string, string> }

async function newStore(): Promise<Store> {
  const { seller, organization_id, store_id } = await openTenant(app)
  const key = await createKey(app.foundation.db, { organization_id, store_id, name: 'tool' }, Date.now())
  const { client_id, client_secret } = key
  const account = { base_url: `${app.origin}/v2`, client_id, client_secret, store_id: undefined }
  const env = { TIDINGS_URL: app.origin, TIDINGS_CLIENT_ID: client_id, TIDINGS_CLIENT_SECRET: client_secret }
  return { seller, account, env }
}

let store: Store
let file: string
let files = 0
beforeEach(async () => {
  store = await newStore()
  files += 1
  file = path.join(folder, `${files}.jsonl`)
})

const customer = (n: number, more: object = {}) => ({ name: `Ada ${n}`, email: `Ada.${n}@Example.com`, ...more })

function put(lines: readonly unknown[]): Promise<void> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  return writeFile(file, texts.map((text) => `${text}\n`).join(''))
}

async function total(list: string): Promise<number> {
  const { body } = await store.seller.get(`/v2/${list}?page[total_method]=exact`)
  return body.meta.results.total
}

test('every line is imported, and importing the file again changes nothing', async () => {
  await put([customer(1), '', { data: { type: 'customer', ...customer(2) } }, customer(3, { id: 'x', links: {} })])
  const first = await runHere(['import', 'customers', file, '--json'], store.env)
  expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { created: 3, changed: 0, refused: 0 }])
  const again = await runTool(['import', 'customers', '-', '--json'], store.env, await readFile(file, 'utf8'))
  expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { created: 0, changed: 3, refused: 0 }])
  const { body } = await store.seller.get('/v2/events?filter=like(triggered_by,customer.*)')
  expect(body.data.map(({ triggered_by }: { triggered_by: string }) => triggered_by)).toEqual(
    Array(3).fill('customer.created'),
  )
})

test('a bad line is reported with its number and reason, and the others are imported', async () => {
  await put([customer(1), '{"name":', '[1]', { name: 'Nobody' }, customer(5, { name: '' }), '', customer(7)])
  const { code, stdout, stderr } = await runTool(['import', 'customers', file], store.env)
  expect([code, stdout]).toEqual([1, 'Imported customers: 2 created, 0 updated, 4 failed.\n'])
  expect(stderr).toMatch(/^line 2: Invalid JSON: /m)
  expect(stderr).toMatch(/^line 3: Expected a JSON object\.$/m)
  expect(stderr).toMatch(/^line 4: `email` must be a string\.$/m)
  expect(stderr).toMatch(/^line 5: data\.name must not be empty\. \(\/data\/name\)$/m)
  expect(await total('customers')).toBe(2)
})

test('the last of several lines with the same key wins', async () => {
  await put(Array.from({ length: 20 }, (_, n) => customer(1, { name: `Name ${n}` })))
  const { code } = await runHere(['import', 'customers', file, '--concurrency', '16'], store.env)
  const { body } = await store.seller.get('/v2/customers')
  expect([code, body.data.map(({ name }: { name: string }) => name)]).toEqual([0, ['Name 19']])
})

test('an interrupted export resumes after its last whole line', async () => {
  await put([customer(1), customer(2), customer(3)])
  await runHere(['import', 'customers', file], store.env)
  const whole = path.join(folder, 'whole.jsonl')
  await runHere(['export', 'customers', whole], store.env)
  const text = await readFile(whole, 'utf8')
  const [first = '', second = ''] = text.split('\n')
  const broken = path.join(folder, 'broken.jsonl')
  for (const begun of ['', first.slice(0, 10), `${first}\n`, `${first}\n${second.slice(0, -1)}`, text]) {
    await writeFile(broken, begun)
    const { code, stderr } = await runHere(['export', 'customers', broken, '--resume'], store.env)
    expect([code, stderr]).toEqual([0, expect.stringContaining('Exported 3 customers')])
    expect(await readFile(broken, 'utf8')).toBe(text)
  }
  await writeFile(broken, 'something else\n')
  const refused = await runHere(['export', 'customers', broken, '--resume'], store.env)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not an export')])
  expect(await readFile(broken, 'utf8')).toBe('something else\n')
})

test('an export can be imported into another store', async () => {
  await put(Array.from({ length: 130 }, (_, n) => customer(n)))
  await runHere(['import', 'customers', file], store.env)
  const exported = path.join(folder, 'exported.jsonl')
  const out = await runHere(['export', 'customers', exported], store.env)
  expect([out.code, out.stdout, out.stderr]).toEqual([0, '', 'Exported 130 customers.\n'])
  const lines = (await readFile(exported, 'utf8')).trimEnd().split('\n')
  const ids = lines.map((line) => JSON.parse(line).id)
  expect([ids.length, ids.toSorted()]).toEqual([130, ids])
  const { stdout } = await runTool(['export', 'customers'], store.env)
  expect(stdout.trimEnd().split('\n')).toEqual(lines)
  store = await newStore()
  const into = await runHere(['import', 'customers', exported, '--json'], store.env)
  expect([into.code, JSON.parse(into.stdout).created, await total('customers')]).toEqual([0, 130, 130])
})

test('products and prices are imported and exported too', async () => {
  await put([
    { sku: 'LAMP-1', name: 'Lamp' },
    { type: 'product', attributes: { sku: 'LAMP-2', name: 'Lamp', weight: 10 } },
  ])
  expect((await runHere(['import', 'products', file], store.env)).code).toBe(0)
  await put([{ sku: 'LAMP-2', name: 'Larch lamp' }])
  expect((await runHere(['import', 'products', file], store.env)).stdout).toContain('1 updated')
  const products = (await runHere(['export', 'products'], store.env)).stdout.trimEnd().split('\n')
  const attributes = products.map((line) => JSON.parse(line).attributes)
  expect(attributes.toSorted((one, other) => one.sku.localeCompare(other.sku))).toMatchObject([
    { sku: 'LAMP-1', name: 'Lamp' },
    { sku: 'LAMP-2', name: 'Larch lamp', weight: 10 },
  ])
  const { id } = await makeOne(store.seller, pricebooks)
  await put([{ sku: 'LAMP-1', currencies: { USD: { amount: 4900 } } }])
  const lost = await runHere(['import', 'prices', file], store.env)
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('--pricebook')])
  expect((await runHere(['import', 'prices', file, '--pricebook', id], store.env)).code).toBe(0)
  const { stdout } = await runHere(['export', 'prices', '--pricebook', id], store.env)
  expect(JSON.parse(stdout).attributes).toMatchObject({ sku: 'LAMP-1' })
  const dated = (amount: number) => ({
    sku: 'LAMP-1',
    valid_from: '2030-01-01T00:00:00.000Z',
    currencies: { USD: { amount } },
  })
  for (const amount of [4500, 4400]) {
    await put([dated(amount)])
    expect((await runHere(['import', 'prices', file, '--pricebook', id], store.env)).code).toBe(0)
  }
  const both = (await runHere(['export', 'prices', '--pricebook', id], store.env)).stdout.trimEnd().split('\n')
  const amounts = both.map((line) => JSON.parse(line).attributes.currencies.USD.amount)
  expect(amounts).toEqual([4900, 4400])
})

const DOUBTFUL_ROWS = [
  '\uFEFFsku,name,weight,tags',
  'A-1,"Lamp, ""oak""",10,"[""oak""]"',
  '',
  'A-2,Two',
  'A-3,Three,heavy,',
  'A-4,"Lines\nof it",5,',
]

const PRICE_ROWS = [
  'sku,valid_from,valid_to,currencies.USD.amount,currencies.USD.sale_amount,currencies.USD.includes_tax,currencies.USD.tiers',
  'A-1,,,4900,4500,,[]',
]

const COUPON_ROWS = ['code,email,max_uses,max_uses_per_shopper,start,end', 'SPRING,,5,,,']

test('flat records are imported and exported as CSV, and errors name line and column', async () => {
  const run = (...args: string[]) => runHere([...args, '--format', 'csv'], store.env)
  const importing = async (kind: string, lines: readonly string[], ...options: string[]) => {
    await put(lines)
    return run('import', kind, file, ...options)
  }
  const { code, stdout, stderr } = await importing('products', DOUBTFUL_ROWS)
  expect([code, stdout]).toEqual([1, 'Imported products: 2 created, 0 updated, 2 failed.\n'])
  expect(stderr).toContain('line 4: 2 cells, expected 4 as in the header.\n')
  expect(stderr).toContain('line 5: column `weight`: expected JSON, such as 12, true or ["a"].\n')
  const exported = (await run('export', 'products')).stdout.split('\n')
  expect(exported[0]).toMatch(/^sku,name,description,slug,/)
  expect(exported).toContain('A-1,"Lamp, ""oak""",,,draft,physical,,"[""oak""]",10,,,,,')
  const { id: book } = await makeOne(store.seller, pricebooks)
  await importing('prices', PRICE_ROWS, '--pricebook', book)
  expect((await run('export', 'prices', '--pricebook', book)).stdout.trimEnd().split('\n')).toEqual(PRICE_ROWS)
  const stock = await importing('stock', ['sku,quantity', 'A-1,7', 'NOWHERE,1'])
  expect(stock.stderr).toContain('line 3: No product has the sku NOWHERE.')
  expect((await importing('stock', ['sku,quantity', 'A-1,9'])).stdout).toContain('1 updated')
  expect((await run('export', 'stock')).stdout).toBe('sku,quantity\nA-1,9\n')
  expect((await importing('stock', ['sku,quantity', ' a-1 ,9'])).stdout).toContain('1 updated')
  const again = await importing('products', ['sku,name', '"A-1 ",Oak lamp', 'a-1,Oak lamp'])
  expect(again.stdout).toBe('Imported products: 0 created, 2 updated.\n')
  const { id: promotion } = await makeOne(store.seller, promotions, { trigger: 'coupon' })
  for (const outcome of ['1 created', '0 created, 1 updated'])
    expect((await importing('coupons', COUPON_ROWS, '--promotion', promotion)).stdout).toContain(outcome)
  expect((await run('export', 'coupons', '--promotion', promotion)).stdout).toBe(`${COUPON_ROWS.join('\n')}\n`)
})

test('a .csv file is CSV unless the command names another format', async () => {
  const csv = path.join(path.dirname(file), 'Stock.CSV')
  const exported = await runHere(['export', 'stock', csv], store.env)
  expect([exported.code, await readFile(csv, 'utf8')]).toEqual([0, expect.stringMatching(/^sku,quantity\n/)])
  expect((await runHere(['import', 'stock', csv], store.env)).code).toBe(0)
  expect((await runHere(['export', 'stock', csv, '--format', 'jsonl'], store.env)).code).toBe(0)
  expect(await readFile(csv, 'utf8')).toMatch(/^(\{.*\}\n)*$/)
})

test('a file with other columns, broken CSV, and CSV of everything are rejected', async () => {
  const refusal = async (kind: string, lines: readonly string[]) => {
    await put(lines)
    const { code, stderr } = await runHere(['import', kind, file, '--format', 'csv'], store.env)
    return [code, stderr]
  }
  expect(await refusal('stock', ['sku,color', 'A-1,red'])).toEqual([
    1,
    'error: Unknown column `color` in line 1; known are sku, quantity.\n',
  ])
  expect(await refusal('stock', ['sku,quantity', 'A-1,"never'])).toEqual([
    1,
    expect.stringMatching(/^error: Invalid CSV: .*line 2/),
  ])
  expect(await refusal('everything', [])).toEqual([1, expect.stringContaining('the format can only be jsonl')])
})

test('a killed import resumes, and imports every line', async () => {
  const count = 400
  // Slow enough to report the progress twice.
  const limited = await openApp(database, { parts: ['api'], env: { TIDINGS_RATE_LIMIT: '100' } })
  await put(Array.from({ length: count }, (_, n) => customer(n)))
  const state = path.join(folder, 'customers.state')
  const args = ['import', 'customers', file, '--resume', state]
  const killed = startTool([...args, '--concurrency', '2'], { ...store.env, TIDINGS_URL: limited.origin })
  await killed.prints(/^[1-9]\d* lines processed/m)
  await killed.prints(/^(?:[\s\S]*lines processed){2}/)
  await killed.end('SIGKILL')
  await limited.close()
  const reached = (await readFile(state, 'utf8')).split('\n').filter((entry) => /^\[.*\]$/.test(entry)).length
  expect(reached).toBeGreaterThan(0)
  const { code, stdout } = await runHere([...args, '--json'], store.env)
  const { created, changed, refused } = JSON.parse(stdout)
  expect([code, created + changed, refused, await total('customers')]).toEqual([0, count - reached, 0, count])
  const nothing = await runHere([...args, '--json'], store.env)
  expect(JSON.parse(nothing.stdout)).toEqual({ created: 0, changed: 0, refused: 0 })
  const other = await runHere(['import', 'products', file, '--resume', state], store.env)
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('is not the progress file')])
})

test('a general error ends the import, and no line from the first affected one on counts as done', async () => {
  await put(Array.from({ length: 50 }, (_, n) => customer(n)))
  const wrong = await runHere(['import', 'customers', file], { ...store.env, TIDINGS_CLIENT_SECRET: 'wrong' })
  expect([wrong.code, wrong.stdout, wrong.stderr.match(/error:/g)?.length]).toEqual([1, '', 1])
  const connection = await connect(store.account)
  let requests = 0
  const breaking = {
    ...connection,
    post: (to: string, body: unknown) => {
      requests += 1
      return requests === 10 ? Promise.reject(new Error('broke off')) : connection.post(to, body)
    },
  }
  const lines = async function* () {
    for (let number = 1; number <= 50; number++) yield { number, text: JSON.stringify(customer(number)) }
  }
  const reached: number[] = []
  const running = importLines(breaking, lines(), {
    ...newProgress(),
    kinds: [flatKinds.customers.kind],
    parse: ({ text }) => parseRecord(flatKinds.customers, [], text),
    concurrency: 4,
    onProcessed: ({ number }) => void reached.push(number),
    onFailed() {},
  })
  await expect(running).rejects.toThrow('broke off')
  expect(reached.length).toBe(requests - 1)
  expect(requests).toBeLessThan(20)
})

/** Imports lines of customers, and returns the methods of its requests. */
async function requestsOf(lines: readonly object[]): Promise<string[]> {
  const { get, post, put, ...others } = await connect(store.account)
  const requests: string[] = []
  const recording =
    <Args extends unknown[]>(name: string, send: (...args: Args) => Promise<unknown>) =>
    (...args: Args) => {
      requests.push(name)
      return send(...args)
    }
  const recorded = { ...others, get: recording('get', get), post: recording('post', post), put: recording('put', put) }
  const read = async function* () {
    for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) }
  }
  await importLines(recorded, read(), {
    ...newProgress(),
    kinds: [flatKinds.customers.kind],
    parse: ({ text }) => parseRecord(flatKinds.customers, [], text),
    concurrency: 1,
    onProcessed() {},
    onFailed() {},
  })
  return requests
}

test('a new record takes one request, and only existing ones are looked up', async () => {
  expect(await requestsOf([customer(1), customer(2)])).toEqual(['post', 'post'])
  expect(await requestsOf([customer(2, { name: 'Eve' }), customer(3)])).toEqual(['post', 'get', 'put', 'post'])
})

test('a long-running command renews its token once when it expires', async () => {
  const requests: string[] = []
  const api = createServer((request, response) => {
    requests.push(`${request.url?.split('?')[0]} ${request.headers.authorization ?? ''}`.trim())
    const isToken = request.url?.startsWith('/oauth') === true
    const tokens = requests.filter((line) => line === '/oauth/access_token').length
    response.statusCode = isToken || request.headers.authorization === 'Bearer 2' ? 200 : 401
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isToken ? { access_token: String(tokens) } : { data: [] }))
  })
  await once(api.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = api.address() as AddressInfo
    const connection = await connectWithRetries({ ...store.account, base_url: `http://127.0.0.1:${port}/v2` })
    expect(await connection.put('/customers/1', {})).toEqual({ data: [] })
    const token = '/oauth/access_token'
    expect(requests).toEqual([token, '/v2/customers/1 Bearer 1', token, '/v2/customers/1 Bearer 2'])
    await connection.get('/customers')
    expect(requests.slice(4)).toEqual(['/v2/customers Bearer 2'])
  } finally {
    api.close()
  }
})

test('a long-running command waits when rate-limited', async () => {
  const limited = await openApp(database, { parts: ['api'], env: { TIDINGS_RATE_LIMIT: '3' } })
  try {
    const connection = await connectWithRetries({ ...store.account, base_url: `${limited.origin}/v2` })
    const answers = await Promise.all(Array.from({ length: 8 }, () => connection.get('/customers')))
    expect(answers).toHaveLength(8)
  } finally {
    await limited.close()
  }
})
