import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { built } from '../cache.ts'
import { COPY_JARS } from '../languages.ts'
import { type Program, runProgram, startProgram } from '../programs.ts'

/** A server that is compatible with Amazon SQS. Its queues are in memory, so a restart loses them. */
export type SqsServer = {
  name: string
  start(port: number): Promise<Program>
  /** Bodies of all messages since its start; null if only consumers can read them. */
  taken: ((port: number) => Promise<string[]>) | null
}

export const elasticmq: SqsServer = {
  name: 'elasticmq',
  taken: null,
  async start(port) {
    const folder = await built('bench/interop/servers/elasticmq', async (folder) => {
      await mkdir(path.join(folder, 'jars'), { recursive: true })
      await runProgram(['mvn', '--quiet', '--batch-mode', COPY_JARS, '-DoutputDirectory=jars'], { folder })
    })
    const settings = {
      'rest-sqs.bind-hostname': '127.0.0.1',
      'rest-sqs.bind-port': port,
      'rest-stats.enabled': false,
      'node-address.host': '127.0.0.1',
      'node-address.port': port,
    }
    const properties = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`)
    const command = ['java', '-XX:TieredStopAtLevel=1', ...properties, '-cp', 'jars/*', 'org.elasticmq.server.Main']
    return startProgram(command, { folder })
  },
}

/**
 * Needs few events, because it copies the whole queue per delivered message; thousands would take a quarter of an hour.
 */
export const moto: SqsServer = {
  name: 'moto',
  async taken(port) {
    const response = await fetch(`http://127.0.0.1:${port}/moto-api/data.json`)
    const { sqs } = (await response.json()) as { sqs: { Message: readonly { body: string }[] } }
    return sqs.Message.map(({ body }) => body)
  },
  async start(port) {
    const folder = await built('bench/interop/servers/moto', async (folder) => {
      await runProgram(['python3', '-m', 'venv', 'venv'], { folder })
      await runProgram(['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'], { folder })
    })
    return startProgram(['venv/bin/moto_server', '--host', '127.0.0.1', '--port', String(port)], { folder })
  },
}
