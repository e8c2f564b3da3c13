import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { TIMEOUT_MS } from '../timeout.ts'

type Env = Readonly<Record<string, string>>

export type ExampleReceiver = { url: string; close(): Promise<void> }

/** Starts the receiver on a free port and waits until it prints its address. */
export async function startExample(file: string, env: Env): Promise<ExampleReceiver> {
  const child = start(file, [], { ...env, PORT: '0' })
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${await portOf(child)}/`,
    async close() {
      child.kill()
      await ended
    },
  }
}

export type ExampleConsumer = {
  /** Waits for a printed line that contains the text, and returns the line. */
  waitFor(text: string): Promise<string>
  close(): Promise<void>
}

export function startConsumer(file: string, env: Env): ExampleConsumer {
  const child = start(file, [], env)
  const ended = once(child, 'exit')
  const printed = new EventEmitter()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
      printed.emit('more')
    })
  }
  const find = (text: string) => output.split('\n').find((line) => line.includes(text))
  return {
    async waitFor(text) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      while (find(text) === undefined) {
        await once(printed, 'more', { signal }).catch(() => {
          throw new Error(`Timed out waiting for ${text}; output: ${output}`)
        })
      }
      return find(text) ?? ''
    },
    async close() {
      child.kill()
      await ended
    },
  }
}

/** Runs the example to its end and returns its lines; throws its error output if it fails. */
export async function runExample(file: string, args: readonly string[], env: Env): Promise<string[]> {
  const child = start(file, args, env)
  const [output, errors, [code]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`${file} failed: ${errors}`)
  return output.split('\n').filter((line) => line !== '')
}

function start(file: string, args: readonly string[], env: Env): ChildProcess {
  const path = fileURLToPath(new URL(`../../../examples/${file}`, import.meta.url))
  return spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Keeps reading afterwards, so that a full pipe never blocks the example. */
function portOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      const port = /port: (\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve(port)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The example ended without listening: ${output}`)))
  })
}

function readAll(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? Promise.resolve('') : text(stream)
}
