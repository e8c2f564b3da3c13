import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../src/app/address/port.ts'

/** An arrival: its webhook-id and the time of nginx's response, in seconds with milliseconds. */
type Arrival = { id: string; time: number }

export type Receiver = {
  url: string
  pid: number
  clear(): Promise<void>
  arrivals(): Promise<Arrival[]>
  close(): Promise<void>
}

/** Starts nginx on a free loopback port. It responds to every POST with 200 and logs the time and id. */
export async function startNginx(): Promise<Receiver> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort('127.0.0.1')
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const failed = once(nginx, 'error').then(([error]) => Promise.reject(missing(error)))
  const url = `http://127.0.0.1:${port}`
  await Promise.race([failed, responding(url)])
  const log = join(folder, 'arrivals.log')
  return {
    url,
    pid: nginx.pid ?? 0,
    clear: () => truncate(log),
    arrivals: async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map(readArrival),
    async close() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

function configuration(folder: string, port: number): string {
  return `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  log_format arrival '$http_webhook_id $msec';
  access_log ${folder}/arrivals.log arrival buffer=64k flush=1s;
  keepalive_requests 1000000000; keepalive_timeout 60s; client_max_body_size 16m;
  client_header_buffer_size 8k; client_body_buffer_size 64k;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; location / { return 200; } }
}
`
}

function readArrival(line: string): Arrival {
  const [id = '', time = ''] = line.split(' ')
  return { id, time: Number(time) * 1000 }
}

function missing(cause: unknown): Error {
  return new Error('This bench needs nginx as its receiver: apt-get install nginx-light', { cause })
}

async function responding(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not respond at ${url}.`)
}
