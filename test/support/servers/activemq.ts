import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../folder.ts'
import { reservedPort } from '../reserved-port.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import { programOf } from './debian.ts'
import { CERTIFICATE_FILE, PRIVATE_KEY_FILE } from './tls.ts'

/**
 * An ActiveMQ on loopback for one test. Its user may use queues and topics whose names begin with `events`; the user
 * `sender`, with the same password, may only create them and write to them.
 */
export type ActiveMQ = {
  port: number
  /** The same over TLS, with the certificate of `test/fixtures/tls`. */
  secure_port: number
  username: string
  password: string
  /** Kills the broker; confirmed messages survive. */
  stop(): Promise<void>
  /** Starts the broker on the same ports and waits until it responds. */
  start(): Promise<void>
  /** Stops the broker and removes its data. */
  close(): Promise<void>
}

const HOME = '/usr/share/activemq'
/** Thorough compilation and parallel garbage collection cost a short-lived process more than they save. */
const FRUGAL = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
const POLL_MS = 100

/** Kills the server when standard input ends, even if the parent was killed. */
const KEEPER = '"$@" </dev/null & server=$!; cat >/dev/null; kill -KILL $server; wait $server'

/** Starts a broker in its own folder on free ports, which takes about three seconds. */
export async function startActiveMQ(): Promise<ActiveMQ> {
  programOf('activemq', [`${HOME}/bin/activemq`, '/usr/bin/activemq'])
  const java = programOf('default-jre-headless', ['/usr/bin/java'])
  const folder = await temporaryFolder('fast')
  const [port, secure_port] = [await reservedPort(), await reservedPort()]
  const password = `secret-of-${port}`
  for (const name of ['conf', 'data', 'tmp']) await mkdir(path.join(folder, name))
  makeKeyStore(folder)
  await writeFile(path.join(folder, 'conf/activemq.xml'), configuration({ folder, port, secure_port, password }))
  let running: ChildProcess | null = await launch(java, folder, [port, secure_port])
  const stop = async () => {
    const stopping = running
    running = null
    if (stopping === null) return
    stopping.stdin?.end()
    await once(stopping, 'exit')
  }
  return {
    ...{ port, secure_port, username: 'tidings', password },
    stop,
    async start() {
      running ??= await launch(java, folder, [port, secure_port])
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Converts the certificate, because Java reads no PEM files. */
function makeKeyStore(folder: string): void {
  const openssl = programOf('openssl', ['/usr/bin/openssl'])
  const [key, certificate] = [fileURLToPath(PRIVATE_KEY_FILE), fileURLToPath(CERTIFICATE_FILE)]
  const store = ['-out', path.join(folder, 'conf/broker.p12'), '-passout', 'pass:password']
  const made = spawnSync(openssl, ['pkcs12', '-export', '-inkey', key, '-in', certificate, '-name', 'broker', ...store])
  if (made.status !== 0) throw new Error(`No key store: ${made.stderr}`)
}

type Place = { folder: string; port: number; secure_port: number; password: string }

function configuration({ folder, port, secure_port, password }: Place): string {
  const bind = (scheme: string, at: number) => `<transportConnector name="${at}" uri="${scheme}://127.0.0.1:${at}"/>`
  return `<beans xmlns="http://www.springframework.org/schema/beans" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans-2.0.xsd
 http://activemq.apache.org/schema/core http://activemq.apache.org/schema/core/activemq-core.xsd">
<broker xmlns="http://activemq.apache.org/schema/core" useJmx="false" brokerName="test" dataDirectory="${folder}/data">
<persistenceAdapter><kahaDB directory="${folder}/data/kahadb"/></persistenceAdapter>
<plugins>
<simpleAuthenticationPlugin><users><authenticationUser username="tidings" password="${password}" groups="users"/>
<authenticationUser username="sender" password="${password}" groups="senders"/></users>
</simpleAuthenticationPlugin>
<authorizationPlugin><map><authorizationMap><authorizationEntries>
<authorizationEntry queue="events.>" read="users" write="users,senders" admin="users,senders"/>
<authorizationEntry topic="events.>" read="users" write="users,senders" admin="users,senders"/>
<authorizationEntry topic="ActiveMQ.Advisory.>" read="users,senders" write="users,senders" admin="users,senders"/>
</authorizationEntries></authorizationMap></map></authorizationPlugin>
</plugins>
<sslContext><sslContext keyStore="file:${folder}/conf/broker.p12" keyStoreType="PKCS12" keyStorePassword="password"/>
</sslContext>
<transportConnectors>${bind('stomp', port)}${bind('stomp+ssl', secure_port)}</transportConnectors>
</broker></beans>`
}

async function launch(java: string, folder: string, ports: number[]): Promise<ChildProcess> {
  const settings = {
    'java.io.tmpdir': `${folder}/tmp`,
    'activemq.classpath': `${folder}/conf`,
    'activemq.home': HOME,
    'activemq.base': folder,
    'activemq.conf': `${folder}/conf`,
    'activemq.data': `${folder}/data`,
  }
  const defined = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`)
  const start = ['-jar', `${HOME}/bin/activemq.jar`, 'start', `xbean:file:${folder}/conf/activemq.xml`]
  // Own process group, because Ctrl-C reaches the broker through its input.
  const options = { stdio: 'pipe', detached: true } as const
  const child = spawn('sh', ['-c', KEEPER, 'sh', java, ...FRUGAL, ...defined, ...start], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
    })
  }
  const deadline = Date.now() + 2 * TIMEOUT_MS
  while (!(await Promise.all(ports.map(answers))).every(Boolean)) {
    if (Date.now() > deadline) {
      child.stdin.end()
      throw new Error(`ActiveMQ does not start: ${output}`)
    }
    await wait(POLL_MS)
  }
  return child
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
