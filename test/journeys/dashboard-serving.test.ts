import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/dashboard/routes.ts'
import { createServer, type Server } from '../../src/http/server.ts'
import { openApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { BROWSER_TIMEOUT, openBrowser, SHORT_LIVED, visit } from '../support/servers/browser.ts'
import { openNginx } from '../support/servers/nginx.ts'
import type { WebServer } from '../support/servers/web-server.ts'

const PAGE = `<!doctype html>
<head><base href="./" /><meta name="style-nonce" content="" /><script type="module" src="./assets/main-1a2b.js"></script></head>
`
const SCRIPT = `export const words = '${'tidings '.repeat(400)}'\n`

const EXPLORER = '<!doctype html><script type="module" src="./explorer/explorer-3c4d.js"></script>'

let folder: string
const servers: Server[] = []
let built: string
let unbuilt: string
let off: string
let nginx: WebServer
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  const dist = path.join(folder, 'dist')
  await mkdir(path.join(dist, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'secret.svg'), 'not of the dashboard')
  await writeFile(path.join(dist, '.built'), 'a stamp')
  await writeFile(path.join(dist, 'index.html'), PAGE)
  await mkdir(path.join(dist, 'explorer'))
  await writeFile(path.join(dist, 'explorer.html'), EXPLORER)
  await writeFile(path.join(dist, 'explorer/explorer-3c4d.js'), SCRIPT)
  await writeFile(path.join(dist, 'explorer/explorer-3c4d.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(path.join(dist, 'assets/main-1a2b.js'), SCRIPT)
  await writeFile(path.join(dist, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(dist, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT))
  built = await listen({ enabled: true, folder: pathToFileURL(`${dist}/`) })
  off = await listen({ enabled: false, folder: pathToFileURL(`${dist}/`) })
  unbuilt = await listen({ enabled: true, folder: pathToFileURL(path.join(folder, 'nowhere/')) })
  nginx = await openNginx(() => `location /shop/tidings/ { proxy_pass ${built}/; }`)
})
afterAll(async () => {
  await nginx.close()
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true })
})

async function listen(options: Parameters<typeof routes>[1]): Promise<string> {
  const server = await createServer({
    base_url: 'http://127.0.0.1/v2',
    version: '1.2.3',
    authenticate: () => Promise.reject(new Error('Nothing here asks for a token.')),
    isUnavailable: () => false,
    cors_origins: [],
    trusted_proxies: [],
    rate_limit: 0,
    compression: true,
    log: pino({ level: 'silent' }) as never,
  })
  routes(server, options)
  servers.push(server)
  return server.listen({ host: '127.0.0.1', port: 0 })
}

type Sent = { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string> }

async function send(address: string, { method = 'GET', headers = {} }: Sent = {}) {
  const response = await request(address, { method, headers })
  const content = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, content, text: content.toString() }
}

const browse = (address: string, method: Sent['method'] = 'GET') =>
  send(address, { method, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })

/** Base URL in the page. */
function baseOf(text: string): string {
  return /<base href="([^"]*)" \/>/.exec(text)?.[1] ?? 'none'
}

describe('the page', () => {
  test.each(['', 's/', 's/1/orders', 's/1/orders/2', 's/1/orders/2/refund', 's/1/', '?next=s/1'])(
    'resolves its files at /dashboard/%s, with and without a path prefix',
    async (address) => {
      for (const origin of [built, `${nginx.origin}/shop/tidings`]) {
        const url = `${origin}/dashboard/${address}`
        const { status, text } = await browse(url)
        expect([status, new URL(baseOf(text), url).href]).toEqual([200, `${origin}/dashboard/`])
      }
    },
  )

  test('redirects to the URL with a trailing slash by a relative location', async () => {
    const { status, headers } = await browse(`${built}/dashboard?next=s/1`)
    expect([status, headers.location]).toEqual([302, 'dashboard/?next=s/1'])
    const behind = await browse(`${nginx.origin}/shop/tidings/dashboard`)
    const led = new URL(String(behind.headers.location), `${nginx.origin}/shop/tidings/dashboard`)
    expect(led.pathname).toBe('/shop/tidings/dashboard/')
  })

  test('has a policy without inline scripts, and a new nonce for each response', async () => {
    const nonces = new Set<string>()
    for (const address of ['', 's/1/orders']) {
      const { text, headers } = await browse(`${built}/dashboard/${address}`)
      const nonce = /<meta name="style-nonce" content="([\w+/=]{24})" \/>/.exec(text)?.[1] ?? 'none'
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; connect-src 'self'; base-uri 'self'; form-action 'none'; ` +
          "frame-ancestors 'none'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'",
      )
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })

  test('is not cached, and sends no referrer to other sites', async () => {
    const { headers } = await browse(`${built}/dashboard/`)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['x-request-id']).toBeTypeOf('string')
    const { status, content } = await browse(`${built}/dashboard/`, 'HEAD')
    expect([status, content.length]).toEqual([200, 0])
  })

  test('is not sent to API clients or for other methods', async () => {
    const program = await send(`${built}/dashboard/s/1`, { headers: { accept: 'application/json' } })
    expect([program.status, JSON.parse(program.text).errors[0].detail]).toEqual([
      404,
      expect.stringContaining('text/html'),
    ])
    const posted = await browse(`${built}/dashboard/s/1`, 'POST')
    expect([posted.status, posted.headers.allow, JSON.parse(posted.text).errors[0].status]).toEqual([405, 'GET', 405])
  })
})

describe('a file', () => {
  test('is sent in the best accepted encoding, and cached for a year', async () => {
    const accepted = ['gzip, br', 'gzip', 'identity']
    const found = await Promise.all(
      accepted.map((coding) =>
        send(`${built}/dashboard/assets/main-1a2b.js`, { headers: { 'accept-encoding': coding } }),
      ),
    )
    expect(found.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(found.map(({ content }) => content.length)).toEqual([
      brotliCompressSync(SCRIPT).length,
      gzipSync(SCRIPT).length,
      SCRIPT.length,
    ])
    for (const { headers } of found)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: expect.stringMatching(/accept-encoding/i),
      })
  })

  test('is revalidated if its name has no hash', async () => {
    const { status, headers } = await send(`${built}/dashboard/icon.svg`)
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, max-age=0',
      'image/svg+xml',
    ])
    const again = await send(`${built}/dashboard/icon.svg`, { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.content.length]).toEqual([304, 0])
  })

  test.each([
    'assets/gone-0000.js',
    'assets/',
    'assets/main-1a2b.js.br',
    'assets/../index.html',
    'assets/..%2f..%2fsecret.svg',
    'assets/%2e%2e/.built',
    'assets/.built',
    '.built',
    '..%2fsecret.svg',
    '%2e%2e/secret.svg',
    'gone.svg',
  ])('is not sent from outside the assets: %s', async (address) => {
    const { hostname, port } = new URL(built)
    // A raw path, since URL removes dots.
    const response = await request({ protocol: 'http:', hostname, port, path: `/dashboard/${address}` } as never)
    expect([response.statusCode, await response.body.text()]).toEqual([404, expect.stringContaining('"errors"')])
  })
})

describe('the storefront explorer', () => {
  test.each([
    ['with the dashboard', () => built],
    ['without the dashboard', () => off],
  ])('is one page that loads scripts and styles only from this server (%s)', async (_, origin) => {
    const { status, headers, text } = await browse(`${origin()}/storefront/explorer?scope=demo`)
    expect([status, text]).toEqual([200, EXPLORER])
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'cross-origin-opener-policy': 'same-origin' })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    const slashed = await browse(`${origin()}/storefront/explorer/?scope=demo`)
    expect([slashed.status, slashed.headers.location]).toEqual([302, '../explorer?scope=demo'])
    const script = await send(`${origin()}/storefront/explorer/explorer-3c4d.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([script.status, script.headers['content-encoding'], script.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ])
  })

  test.each(['main-1a2b.js', 'explorer-3c4d.js.br', '..%2fassets%2fmain-1a2b.js', '..%2f.built', '.built'])(
    'serves no file outside its folder: %s',
    async (file) => {
      const { status, text } = await send(`${off}/storefront/explorer/${file}`)
      expect([status, text]).toEqual([404, expect.stringContaining('"errors"')])
    },
  )

  test('names the command that builds it', async () => {
    const { status, text } = await browse(`${unbuilt}/storefront/explorer`)
    expect([status, text]).toEqual([503, expect.stringContaining('npm run dashboard:build')])
  })
})

describe('a server without a build', () => {
  test('a browser gets the build command, and an API client gets an error', async () => {
    const page = await browse(`${unbuilt}/dashboard/s/1`)
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.text).toContain('npm run dashboard:build')
    const program = await send(`${unbuilt}/dashboard/`)
    expect([program.status, JSON.parse(program.text).errors[0].detail]).toEqual([
      503,
      expect.stringContaining('npm run dashboard:build'),
    ])
    const asset = await send(`${unbuilt}/dashboard/assets/main-1a2b.js`)
    expect([asset.status, asset.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

describe('a running server', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  test('serves the built dashboard with every file that its page names', async () => {
    const app = await openApp(database, { parts: ['api'] })
    try {
      const { status, text } = await browse(`${app.origin}/dashboard/`)
      expect(status, 'node scripts/install.mjs builds it').toBe(200)
      const named = [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name)
      expect(named.length).toBeGreaterThan(1)
      for (const name of named) {
        const file = await send(`${app.origin}/dashboard/${name}`)
        expect([name, file.status]).toEqual([name, 200])
      }
      const index = await send(`${app.origin}/`)
      expect(JSON.parse(index.text).links.dashboard).toBe(`${app.origin}/dashboard/`)
    } finally {
      await app.close()
    }
  })

  test('serves it to a browser below a proxy path without policy violations', {
    timeout: BROWSER_TIMEOUT,
  }, async () => {
    const app = await openApp(database, { parts: ['api'] })
    const proxy = await openNginx(() => `location /shop/tidings/ { proxy_pass ${app.origin}/; }`)
    const browser = await openBrowser(SHORT_LIVED)
    try {
      const { page, faults, origins } = await visit(browser, `${proxy.origin}/shop/tidings/dashboard/s/1/orders`)
      await page.locator('#root > :not(style)').first().waitFor()
      expect([faults, [...origins]]).toEqual([[], [proxy.origin]])
    } finally {
      await browser.close()
      await proxy.close()
      await app.close()
    }
  })

  test('serves no dashboard when the setting disables it', async () => {
    const app = await openApp(database, { parts: ['api'], env: { TIDINGS_DASHBOARD: 'false' } })
    try {
      const page = await browse(`${app.origin}/dashboard/s/1`)
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('TIDINGS_DASHBOARD')])
      const program = await send(`${app.origin}/dashboard/assets/main-1a2b.js`)
      expect([program.status, JSON.parse(program.text).errors[0].detail]).toEqual([
        404,
        expect.stringContaining('TIDINGS_DASHBOARD'),
      ])
    } finally {
      await app.close()
    }
  })
})
