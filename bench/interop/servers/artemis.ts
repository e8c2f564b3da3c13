import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../src/app/address/port.ts'
import { temporaryFolder } from '../../../test/support/folder.ts'
import { built } from '../cache.ts'
import { COPY_JARS } from '../languages.ts'
import { type Program, runProgram, startProgram } from '../programs.ts'

/** An ActiveMQ Artemis from its `create` command, with only the ports changed and its journal on disk. */
export type Artemis = {
  port: number
  username: string
  password: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Number of messages in a queue, by the broker's own tool; 0 if there is no such queue. */
  messagesIn(queue: string): Promise<number>
  close(): Promise<void>
}

const VERSION = '2.40.0'
const LOGIN = { username: 'tidings', password: 'interop' }

export async function startArtemis(): Promise<Artemis> {
  const home = await unpacked()
  const parent = await temporaryFolder('durable')
  const folder = path.join(parent, 'broker')
  const [port, core_port] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  await create(home, folder, { port, core_port })
  let running: Program | null = null
  const start = async () => {
    running = startProgram([path.join(folder, 'bin/artemis'), 'run'], { folder })
    await running.listening(port)
  }
  const kill = async () => {
    await running?.kill()
    running = null
  }
  await start()
  return {
    ...{ port, ...LOGIN, start, kill },
    async messagesIn(queue) {
      const url = `tcp://127.0.0.1:${core_port}`
      const login = ['--user', LOGIN.username, '--password', LOGIN.password, '--url', url]
      const printed = await runProgram([path.join(folder, 'bin/artemis'), 'queue', 'stat', ...login], { folder })
      return messageCount(printed, queue)
    },
    async close() {
      await kill()
      await rm(parent, { recursive: true, force: true })
    },
  }
}

/** Parses a table whose first column is the queue's name and whose fourth is its message count. */
function messageCount(table: string, queue: string): number {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const row = rows.find(([, name]) => name === queue)
  return Number(row?.[4] ?? 0)
}

async function unpacked(): Promise<string> {
  const folder = await built('bench/interop/servers/artemis', async (folder) => {
    await runProgram(['mvn', '--quiet', '--batch-mode', COPY_JARS, '-DoutputDirectory=.'], { folder })
    await runProgram(['tar', 'xzf', `apache-artemis-${VERSION}-bin.tar.gz`], { folder })
  })
  return path.join(folder, `apache-artemis-${VERSION}`)
}

type Ports = { port: number; core_port: number }

async function create(home: string, folder: string, { port, core_port }: Ports): Promise<void> {
  const login = ['--user', LOGIN.username, '--password', LOGIN.password, '--require-login']
  const others = ['--no-amqp-acceptor', '--no-mqtt-acceptor', '--no-hornetq-acceptor', '--no-web', '--no-autotune']
  const ports = ['--host', '127.0.0.1', '--default-port', String(core_port)]
  const command = [path.join(home, 'bin/artemis'), 'create', folder, ...login, ...ports, ...others, '--silent']
  await runProgram(command, { folder: home })
  const file = path.join(folder, 'etc/broker.xml')
  const settings = await readFile(file, 'utf8')
  if (!settings.includes(':61613?')) throw new Error(`${file} has no acceptor for STOMP.`)
  await writeFile(file, settings.replace(':61613?', `:${port}?`))
}
