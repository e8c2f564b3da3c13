import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../src/app/address/port.ts'
import { eventually } from '../app.ts'

export type WebServer = { origin: string; close(): Promise<void> }

type Command = { program: string; args: readonly string[]; env?: NodeJS.ProcessEnv }

/** A Debian web server on loopback. `prepare` writes its configuration into a folder of its own. */
export async function startWebServer(
  prepare: (folder: string, origin: string) => Promise<Command>,
): Promise<WebServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-web-server-'))
  await chmod(folder, 0o755)
  const origin = `http://127.0.0.1:${await freePort('127.0.0.1')}`
  const { program, args, env = process.env } = await prepare(folder, origin)
  const server = spawn(program, args, { stdio: 'ignore', env })
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    )
  await eventually(answers, (isUp) => isUp)
  return {
    origin,
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}
