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

/** A target that resolves every name to 127.0.0.1. */
function anywhere(): WebhookClient {
  const resolver: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  return target({ resolver, policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
}

/** A receiver with a self-signed certificate for `receiver.example`. */
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

describe('a webhook over TLS', () => {
  test('accepts a trusted certificate for the host', async () => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    const webhooks = anywhere()
    for (const host of ['receiver.example', 'receiver.example.']) {
      const reply = await webhooks.send(message(`https://${host}:${server.port}/`), host)
      expect(reply).toMatchObject({ status_code: 200, body: 'ok' })
    }
    expect(server.servernames).toStrictEqual(['receiver.example', 'receiver.example'])
  })

  test('resumes the session on the next connection', async () => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    const webhooks = anywhere()
    for (let i = 0; i < 3; i++) await webhooks.send(message(`https://receiver.example:${server.port}/`), 'a')
    expect(server.reused.at(-1)).toBe(true)
  })

  test('rejects a certificate from an unknown authority', async () => {
    const server = await secureReceiver()
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })

  test.each(['other.example', '127.0.0.1'])('rejects a certificate for another name than %s', async (host) => {
    setDefaultCACertificates([...trusted, String(cert)])
    const server = await secureReceiver()
    expect(await anywhere().send(message(`https://${host}:${server.port}/`), 'a')).toMatchObject({ reason: 'tls' })
  })

  test('rejects an endpoint that speaks plain HTTP', async () => {
    const server = keep(await receiver())
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })

  test('rejects an endpoint that hangs up during the handshake', async () => {
    const server = keep(await rawServer((socket) => socket.once('data', () => socket.end())))
    expect(await anywhere().send(message(`https://receiver.example:${server.port}/`), 'a')).toMatchObject({
      reason: 'tls',
    })
  })
})
