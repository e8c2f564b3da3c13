import { createServer } from 'node:http'
import { connect } from 'node:net'
import { type Listening, listening } from './listening.ts'

/** A forward proxy on loopback that records requested targets. */
export type Proxy = Omit<Listening, 'url'> & {
  asked: { place: string; authorization: string | undefined }[]
  url: URL
}

/** Responds to CONNECT with this text, or not at all if it is empty; a 200 opens the tunnel. */
export async function openProxy(response = 'HTTP/1.1 200 Connection established\r\n\r\n'): Promise<Proxy> {
  const asked: Proxy['asked'] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    asked.push({ place: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    socket.on('error', () => {})
    socket.write(response)
    if (response === '') return undefined
    if (!response.includes(' 200 ')) return socket.end()
    const exit = connect(Number(request.url?.split(':')[1]), '127.0.0.1')
    exit.on('error', () => socket.destroy())
    return socket.pipe(exit).pipe(socket)
  })
  const listener = await listening(server)
  return Object.assign(listener, { asked, url: new URL(`http://user:pass%40word@127.0.0.1:${listener.port}`) })
}
