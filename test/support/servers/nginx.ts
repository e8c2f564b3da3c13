import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../src/app/port.ts'
import { eventually } from '../app.ts'
import { programOf } from './debian.ts'

export type WebServer = { origin: string; close(): Promise<void> }

/** An nginx on loopback; `locations` makes what is in its one server, knowing its origin. */
export async function openNginx(locations: (origin: string) => string): Promise<WebServer> {
  const program = programOf('nginx-light', ['/usr/sbin/nginx'])
  const folder = await mkdtemp(path.join(tmpdir(), 'tidings-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort('127.0.0.1')
  const origin = `http://127.0.0.1:${port}`
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, `listen 127.0.0.1:${port}; ${locations(origin)}`))
  const nginx = spawn(program, ['-p', folder, '-e', `${folder}/error.log`, '-c', file], { stdio: 'ignore' })
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => false,
    )
  await eventually(answers, (isUp) => isUp)
  return {
    origin,
    async close() {
      nginx.kill('SIGTERM')
      if (nginx.exitCode === null) await once(nginx, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

function configuration(folder: string, server: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { ${server} }
}
`
}
