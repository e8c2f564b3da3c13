import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { freePort } from '../../../../src/app/address/port.ts'
import { type Listening, listening } from '../../servers/listening.ts'
import { PRIVATE_KEY } from '../../servers/tls.ts'
import type { Keep } from './failure.ts'

/**
 * Certificates of `test/fixtures/tls` for `receiver.example`, all with one key. `authority` signed them, except
 * `receiver`, which is self-signed, `stranger`, whose authority is in the same file, and `orphan`, whose intermediate
 * certificate is missing. The authorities' keys are gone: replace all of them with `openssl ca`.
 */
export type Certificate = 'receiver' | 'authority' | 'trusted' | 'expired' | 'future' | 'stranger' | 'orphan'

export function certificate(name: Certificate): string {
  return readFileSync(new URL(`../../../fixtures/tls/${name}.cert.pem`, import.meta.url), 'utf8')
}

/** Timeout of attempts that must time out: connecting takes a fraction of it, even on a busy machine. */
export const TOO_LATE_MS = 2_000

export async function closedPort(): Promise<number> {
  return freePort('127.0.0.1')
}

/** A TLS server with this certificate that closes each connection after its first data. */
export async function tlsServer(keep: Keep, name: Certificate, options: TlsOptions = {}): Promise<Listening> {
  const server = createTlsServer({ cert: certificate(name), key: PRIVATE_KEY, ...options }, (socket) => {
    socket.on('error', () => {}).once('data', () => socket.end())
  })
  return keep(await listening(server))
}

/** Writes these bytes after the first data. */
export function responds(bytes: string | Buffer): (socket: Socket) => void {
  return (socket) => void socket.once('data', () => socket.end(bytes))
}

const NEVER_ACCEPTS = `
const { parentPort } = require('node:worker_threads')
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

/** A port whose listener never accepts; connections beyond its backlog are not established. */
async function deafPort(keep: Keep): Promise<number> {
  const worker = new Worker(NEVER_ACCEPTS, { eval: true })
  keep({ close: async () => void (await worker.terminate()) })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** A port whose backlog is full, so that no connection is established. */
export async function fullPort(keep: Keep): Promise<number> {
  const port = await deafPort(keep)
  for (let at = 0; at < 4; at += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    keep({ close: async () => void socket.destroy() })
  }
  return port
}
