import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from 'amqplib'
import { temporaryFolder } from '../folder.ts'
import { reservedPort } from '../reserved-port.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import { programOf } from './debian.ts'

/** A RabbitMQ on loopback for one test. */
export type RabbitMQ = {
  /** Address with a random password, in the virtual host `/`. */
  url: string
  password: string
  /** Environment in which `rabbitmqctl` finds the server. */
  env: Readonly<Record<string, string>>
  /** Runs `rabbitmqctl` and returns its output. */
  control(...args: readonly string[]): Promise<string>
  /** Stops the server; durable data survives. `kill` gives it no time to write. */
  stop(how?: 'term' | 'kill'): Promise<void>
  /** Starts the server at the same address and waits until it responds. */
  start(): Promise<void>
  /** Stops responding, but stays alive, until thawed. */
  freeze(): void
  thaw(): void
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

export type RabbitMQOptions = {
  /** Names such as `rabbitmq_stomp`. */
  plugins?: readonly string[]
  /** Configuration lines, such as the listeners of plugins. */
  settings?: readonly string[]
  /** Virtual hosts besides `/`; append a slash and the name to `url`. */
  virtual_hosts?: readonly string[]
  /** Users besides `tidings`, and the names that they may use in every virtual host. */
  users?: readonly RabbitMQUser[]
}

type RabbitMQUser = { name: string; password: string; configure: string; write: string; read: string }

const SERVERS = ['/usr/lib/rabbitmq/bin/rabbitmq-server']
const EPMDS = ['/usr/bin/epmd']
const STOP_TIMEOUT_MS = 20_000
const POLL_MS = 100

/**
 * Runs the server and its port mapper, and ends both when standard input ends, even if the parent was killed. The
 * server replaces its start script, so the printed process id is its own.
 */
const KEEPER = `"$EPMD" -port "$ERL_EPMD_PORT" -address 127.0.0.1 </dev/null & epmd=$!
"$SERVER" </dev/null & server=$!
echo "pid $server"
cat >/dev/null
kill -TERM $server 2>/dev/null
wait $server
kill $epmd`

/** Starts a server in its own folder on free ports, which takes about eight seconds. Several can run side by side. */
export async function startRabbitMQ({
  plugins = [],
  settings = [],
  virtual_hosts = [],
  users = [],
}: RabbitMQOptions = {}): Promise<RabbitMQ> {
  const server = programOf('rabbitmq-server', SERVERS)
  const folder = await temporaryFolder('fast')
  const [port, distribution, epmd] = [await reservedPort(), await reservedPort(), await reservedPort()]
  const password = `secret-${port}`
  const tidings = { name: 'tidings', password, configure: '.*', write: '.*', read: '.*' }
  await writeFile(path.join(folder, 'enabled_plugins'), `[${plugins.join(',')}].\n`)
  await writeFile(
    path.join(folder, 'definitions.json'),
    JSON.stringify(definitions(virtual_hosts, [tidings, ...users])),
  )
  await writeFile(path.join(folder, 'rabbitmq.conf'), [...configuration(port, folder), ...settings, ''].join('\n'))
  const own = environment(folder, { distribution, epmd })
  const env = {
    ...process.env,
    ...own,
    SERVER: server,
    EPMD: programOf('erlang-base', EPMDS),
  }
  const url = `amqp://tidings:${password}@127.0.0.1:${port}`
  let running: Running | null = await launch(url, env)
  const stop = async (how: 'term' | 'kill' = 'term') => {
    const stopping = running
    running = null
    if (stopping !== null) await end(stopping, how)
  }
  const control = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(path.join(path.dirname(server), 'rabbitmqctl'), ['-q', ...args], {
      env,
    })
    return stdout
  }
  return {
    url,
    password,
    env: { ...own, PATH: path.dirname(server) },
    control,
    stop,
    async start() {
      running ??= await launch(url, env)
    },
    freeze: () => signal(running, 'SIGSTOP'),
    thaw: () => signal(running, 'SIGCONT'),
    async close() {
      await stop('kill')
      await rm(folder, { recursive: true })
    },
  }
}

function configuration(port: number, folder: string): string[] {
  return [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `load_definitions = ${path.join(folder, 'definitions.json')}`,
    'log.console = true',
    'log.console.level = error',
    'log.file = false',
  ]
}

/** Loaded at startup, because each `rabbitmqctl` starts an Erlang for a second of CPU. */
function definitions(virtual_hosts: readonly string[], users: readonly RabbitMQUser[]) {
  const hosts = ['/', ...virtual_hosts]
  return {
    users: users.map(({ name, password }) => ({ name, password_hash: hashOf(password), ...HASHED, tags: '' })),
    vhosts: hosts.map((name) => ({ name })),
    permissions: users.flatMap(({ name: user, configure, write, read }) =>
      hosts.map((vhost) => ({ user, vhost, configure, write, read })),
    ),
  }
}

const HASHED = { hashing_algorithm: 'rabbit_password_hashing_sha256' }

function hashOf(password: string): string {
  const salt = randomBytes(4)
  const digest = createHash('sha256').update(salt).update(password).digest()
  return Buffer.concat([salt, digest]).toString('base64')
}

/** Isolates the server from the machine's own RabbitMQ: folders, settings and port mapper. */
function environment(folder: string, ports: { distribution: number; epmd: number }): Record<string, string> {
  return {
    HOME: folder,
    // Makes the start script exec the server instead of supervising it.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: `tidings-${ports.distribution}@localhost`,
    RABBITMQ_MNESIA_BASE: path.join(folder, 'data'),
    RABBITMQ_LOG_BASE: path.join(folder, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq'),
    RABBITMQ_CONF_ENV_FILE: path.join(folder, 'none'),
    RABBITMQ_PID_FILE: path.join(folder, 'pid'),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
  }
}

type Running = { keeper: ChildProcess; server_pid: number; ended: Promise<unknown> }

async function launch(url: string, env: NodeJS.ProcessEnv): Promise<Running> {
  // Own process group, because Ctrl-C ends the server gracefully through its input.
  const keeper = spawn('sh', ['-c', KEEPER], { env, stdio: 'pipe', detached: true })
  const ended = once(keeper, 'exit')
  const serverPid = once(keeper.stdout, 'data').then(([line]) => Number(/^pid (\d+)$/m.exec(String(line))?.[1]))
  let output = ''
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
    })
  }
  const deadline = Date.now() + 2 * TIMEOUT_MS
  while (!(await answers(url))) {
    if (Date.now() < deadline) {
      await wait(POLL_MS)
      continue
    }
    keeper.stdin.end()
    throw new Error(`RabbitMQ does not start: ${output}`)
  }
  return { keeper, server_pid: await serverPid, ended }
}

async function answers(url: string): Promise<boolean> {
  try {
    const connection = await connect(url, { timeout: 2_000 })
    connection.on('error', () => {})
    await connection.close()
    return true
  } catch {
    return false
  }
}

function signal(running: Running | null, name: NodeJS.Signals): void {
  if (running !== null) process.kill(running.server_pid, name)
}

async function end({ keeper, server_pid, ended }: Running, how: 'term' | 'kill'): Promise<void> {
  if (how === 'kill') process.kill(server_pid, 'SIGKILL')
  keeper.stdin?.end()
  const giveUp = setTimeout(() => process.kill(server_pid, 'SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(giveUp)
}
