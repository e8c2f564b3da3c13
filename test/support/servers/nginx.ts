import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programOf } from './debian.ts'
import { startWebServer, type WebServer } from './web-server.ts'

/**
 * An nginx on loopback; `locations` returns the contents of its only server, given its origin, and `http` the
 * configuration beside it, given a folder.
 */
export function openNginx(
  locations: (origin: string) => string,
  http: (folder: string) => string = () => '',
): Promise<WebServer> {
  return startWebServer(async (folder, origin) => {
    const file = path.join(folder, 'nginx.conf')
    const server = `listen ${new URL(origin).host}; ${locations(origin)}`
    await writeFile(file, configuration(folder, server, http(folder)))
    return {
      program: programOf('nginx-light', ['/usr/sbin/nginx']),
      args: ['-p', folder, '-e', `${folder}/error.log`, '-c', file],
    }
  })
}

function configuration(folder: string, server: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  server { ${server} }
}
`
}
