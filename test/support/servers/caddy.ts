import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programOf } from './debian.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/** A Caddy on loopback; `directives` returns the contents of its only site, given its origin. */
export function openCaddy(directives: (origin: string) => string): Promise<WebServer> {
  return startWebServer(async (folder, origin) => {
    const file = path.join(folder, 'Caddyfile')
    await writeFile(file, `${OPTIONS}\n${origin} {\n${directives(origin)}}\n`)
    return {
      program: programOf('caddy', ['/usr/bin/caddy']),
      args: ['run', '--config', file, '--adapter', 'caddyfile'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    }
  })
}

const OPTIONS = `{
  admin off
  auto_https off
  default_bind 127.0.0.1
}`
