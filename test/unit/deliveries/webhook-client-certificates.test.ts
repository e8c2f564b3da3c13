import { describe, expect, test } from 'vitest'
import { type Identity, identityOf } from '../../../src/deliveries/targets/network/identity.ts'
import { rawServer } from '../../support/servers/listening.ts'
import { mutualReceiver } from '../../support/servers/mutual-tls.ts'
import { openProxy } from '../../support/servers/proxy.ts'
import { anywhere, CERTIFICATE, clientCertificate, SECURE_HOST } from '../../support/servers/tls.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target } = sending()

function identity(client_certificate?: Parameters<typeof identityOf>[0]['client_certificate']): Identity | undefined {
  return identityOf({ ca: CERTIFICATE, client_certificate })
}

const to = (port: number) => message(`https://${SECURE_HOST}:${port}/hook`)

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a receiver that requires a client certificate over %s', (version) => {
  test.each([
    ['signed through an intermediate certificate', clientCertificate('warehouse'), 'warehouse'],
    ['signed by the authority itself', clientCertificate('accounting'), 'accounting'],
  ])('gets a certificate %s', async (_, certificate, name) => {
    const server = keep(await mutualReceiver(version))
    const reply = await target({ resolver: anywhere }).send(to(server.port), 'a', identity(certificate))
    expect(reply).toMatchObject({ kind: 'response', status_code: 200, body: 'ok' })
    expect(server.senders).toStrictEqual([{ name, resumed: false }])
  })

  test('gets the certificate through a forward proxy', async () => {
    const proxy = keep(await openProxy())
    const server = keep(await mutualReceiver(version))
    const webhooks = target({ resolver: anywhere, proxy: proxy.url })
    const reply = await webhooks.send(to(server.port), 'a', identity(clientCertificate('warehouse')))
    expect(reply).toMatchObject({ status_code: 200 })
    expect(proxy.asked).toHaveLength(1)
    expect(server.senders).toMatchObject([{ name: 'warehouse' }])
  })

  test('never mistakes one integration for another, despite resumed sessions', async () => {
    const server = keep(await mutualReceiver(version, (_, response) => response.setHeader('connection', 'close').end()))
    const webhooks = target({ resolver: anywhere })
    const [warehouse, accounting] = [clientCertificate('warehouse'), clientCertificate('accounting')].map(identity)
    for (let round = 0; round < 3; round++) {
      await webhooks.send(to(server.port), 'a', warehouse)
      await webhooks.send(to(server.port), 'b', accounting)
      // No session can be resumed without a certificate.
      expect(await webhooks.send(to(server.port), 'c', identity())).toMatchObject({ reason: 'tls' })
    }
    expect(server.senders.map(({ name }) => name)).toStrictEqual(
      Array.from({ length: 3 }, () => ['warehouse', 'accounting']).flat(),
    )
    expect(server.senders.slice(-2).map(({ resumed }) => resumed)).toStrictEqual([true, true])
  })

  test('gets a changed certificate at the next attempt, over new connections', async () => {
    const server = keep(await mutualReceiver(version))
    const webhooks = target({ resolver: anywhere })
    const before = identity(clientCertificate('warehouse'))
    for (let i = 0; i < 2; i++) await webhooks.send(to(server.port), 'a', before)
    expect(server.connections).toBe(1)
    const changed = webhooks.send(to(server.port), 'a', identity(clientCertificate('accounting')))
    expect(await changed).toMatchObject({ status_code: 200 })
    expect(server.senders.map(({ name }) => name)).toStrictEqual(['warehouse', 'warehouse', 'accounting'])
    expect(await webhooks.send(to(server.port), 'a', identity())).toMatchObject({ reason: 'tls' })
    // Connections with the former certificates are closed, although the client stays open.
    await server.drained()
  })
})

describe('a rejected connection is logged with its remedy', () => {
  test.each([
    ['TLSv1.2', /: the endpoint refused the handshake: it may require a client certificate \(client_certificate /],
    ['TLSv1.3', /: the endpoint requires a client certificate: put one and its key into client_certificate /],
  ] as const)('a missing certificate is named over %s', async (version, detail) => {
    const server = keep(await mutualReceiver(version))
    const reply = await target({ resolver: anywhere }).send(to(server.port), 'a', identity())
    expect(reply).toMatchObject({ reason: 'tls', detail: expect.stringMatching(detail) })
  })

  test.each([
    ['TLSv1.2', 'tls'],
    ['TLSv1.3', 'reset'],
  ] as const)('a receiver that hangs up on a certificate is named over %s', async (version, reason) => {
    const server = keep(await mutualReceiver(version))
    const stranger = identity(clientCertificate('stranger'))
    const reply = await target({ resolver: anywhere }).send(to(server.port), 'a', stranger)
    expect(reply).toMatchObject({
      reason,
      detail: expect.stringMatching(/; it may have refused the client certificate$/),
    })
  })

  test.each([
    ['handshake_failure', 40, 'the endpoint refused the handshake: it may not accept the client certificate'],
    ['bad_certificate', 42, 'the endpoint refused the client certificate as invalid: put another one'],
    ['unsupported_certificate', 43, 'the endpoint does not support the kind of the client certificate: put another'],
    ['certificate_revoked', 44, 'the endpoint refused the client certificate as revoked: put another one'],
    ['certificate_expired', 45, 'the endpoint refused the client certificate as expired: put another one'],
    ['certificate_unknown', 46, 'the endpoint refused the client certificate without a reason: have it accept this'],
    ['unknown_ca', 48, 'the endpoint does not trust the authority of the client certificate: have it trust'],
    ['access_denied', 49, 'the endpoint denies access to the client certificate: have it permit this one'],
    ['certificate_required', 116, 'the endpoint requires a client certificate of another kind: put another one'],
  ])('the alert %s is named', async (_, alert, words) => {
    const FATAL = 2
    const server = keep(
      await rawServer((socket) => {
        socket.once('data', () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, FATAL, alert])))
      }),
    )
    const webhooks = target({ resolver: anywhere })
    const withOne = await webhooks.send(to(server.port), 'a', identity(clientCertificate('warehouse')))
    const start = `No secure connection to ${SECURE_HOST}:${server.port}: `
    expect(withOne).toMatchObject({ reason: 'tls', detail: expect.stringContaining(start + words) })
    const without = await webhooks.send(to(server.port), 'b')
    expect(without).toMatchObject({ reason: 'tls', detail: expect.stringMatching(/requires? a client certificate/) })
  })

  test('an unusable certificate is named', async () => {
    const broken = identity({ ...clientCertificate('warehouse'), private_key: 'no key' })
    const reply = await target({ resolver: anywhere }).send(to(1), 'a', broken)
    expect(reply).toMatchObject({ reason: 'tls', detail: expect.stringMatching(/: TLS failed \(ERR_OSSL_/) })
  })
})
