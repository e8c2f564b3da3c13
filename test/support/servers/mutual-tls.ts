import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { SecureVersion, TLSSocket } from 'node:tls'
import { type Listening, listening } from './listening.ts'
import { CERTIFICATE, CLIENT_AUTHORITY, PRIVATE_KEY } from './tls.ts'

/** Sender by its certificate, and whether the connection resumed a TLS session. */
type Sender = { name: string; resumed: boolean }

/** An HTTPS server at `receiver.example` that requires a certificate of the test authority. */
export async function mutualReceiver(
  version: SecureVersion,
  answer: RequestListener = (_, response) => response.end('ok'),
): Promise<Listening & { senders: Sender[] }> {
  const senders: Sender[] = []
  const trust = { requestCert: true, rejectUnauthorized: true, ca: CLIENT_AUTHORITY }
  const server = createServer(
    { cert: CERTIFICATE, key: PRIVATE_KEY, minVersion: version, maxVersion: version, ...trust },
    (request, response) => {
      const socket = request.socket as TLSSocket
      senders.push({ name: String(socket.getPeerCertificate().subject?.CN), resumed: socket.isSessionReused() })
      request.resume().once('end', () => answer(request, response))
    },
  )
  return Object.assign(await listening(server), { senders })
}
