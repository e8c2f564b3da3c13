import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

type Env = Readonly<Record<string, string>>

/** A receiver of `examples/` in a process of its own. */
export type ExampleReceiver = { url: string; close(): Promise<void> }

/** Starts the receiver on a free port, once it has said where it listens. */
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

/** Runs the example to its end and returns the lines that it printed; throws what it wrote when it fails. */
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
  const path = fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))
  return spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Reads on after that, so that the example never waits for a reader of what it prints. */
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
