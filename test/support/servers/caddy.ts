import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../src/app/port.ts'
import { eventually } from '../app.ts'
import { programOf } from './debian.ts'
import type { WebServer } from './nginx.ts'

/** A Caddy on loopback; `directives` makes what is in its one site, knowing its origin. */
export async function openCaddy(directives: (origin: string) => string): Promise<WebServer> {
  const program = programOf('caddy', ['/usr/bin/caddy'])
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-caddy-'))
  const origin = `http://127.0.0.1:${await freePort('127.0.0.1')}`
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, `${OPTIONS}\n${origin} {\n${directives(origin)}}\n`)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    )
  await eventually(answers, (isUp) => isUp)
  return {
    origin,
    async close() {
      caddy.kill('SIGTERM')
      if (caddy.exitCode === null) await once(caddy, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

const OPTIONS = `{
  admin off
  auto_https off
  default_bind 127.0.0.1
}`
