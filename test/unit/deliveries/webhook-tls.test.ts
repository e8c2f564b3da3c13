import { readFileSync } from 'node:fs'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { addressPolicy, type Resolver } from '../../../src/deliveries/targets/network/guard.ts'
import type { WebhookClient } from '../../../src/deliveries/targets/webhook/webhook.ts'
import { type Listening, listening, rawServer, receiver } from '../../support/servers/listening.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target } = sending()

const [cert, key] = ['cert', 'key'].map((part) =>
  readFileSync(new URL(`../../fixtures/tls/receiver.${part}.pem`, import.meta.url), 'utf8'),
)

const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

/** A target for which every name leads to 127.0.0.1. */
function anywhere(): WebhookClient {
  const resolver: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  return target({ resolver, policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
}

/** A receiver with a certificate for `receiver.example` that nobody but itself has signed. */
async function secureReceiver(): Promise<Listening & { servernames: unknown[]; reused: boolean[] }> {
  const servernames: unknown[] = []
  const reused: boolean[] = []
  const server = createTlsServer({ cert, key }, (socket) => {
    servernames.push(socket.servername)
    reused.push(socket.isSessionReused())
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'))
  })
  return keep(Object.assign(await listening(server), { servernames, reused }))
}

describe('over TLS', () => {
  test('a certificate that is trusted and names the host is accepted', async () => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    const webhooks = anywhere()
    for (const host of ['receiver.example', 'receiver.example.']) {
      const reply = await webhooks.send(message(`https://${host}:${server.port}/`), host)
      expect(reply).toMatchObject({ status_code: 200, body: 'ok' })
    }
    expect(server.servernames).toStrictEqual(['receiver.example', 'receiver.example'])
  })

  test('the next connection resumes the session', async () => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    const webhooks = anywhere()
    for (let i = 0; i < 3; i++) await webhooks.send(message(`https://receiver.example:${server.port}/`), 'a')
    expect(server.reused.at(-1)).toBe(true)
  })

  test('a certificate that nobody vouches for is refused', async () => {
    const server = await secureReceiver()
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })

  test.each(['other.example', '127.0.0.1'])('a certificate for another name than %s is refused', async (host) => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    expect(await anywhere().send(message(`https://${host}:${server.port}/`), 'a')).toMatchObject({ reason: 'tls' })
  })

  test('an endpoint that speaks plain HTTP is no secure one', async () => {
    const server = keep(await receiver())
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })

  test('an endpoint that hangs up during the handshake is no secure one', async () => {
    const server = keep(await rawServer((socket) => socket.once('data', () => socket.end())))
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })
})
