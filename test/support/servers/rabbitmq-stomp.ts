import { fileURLToPath } from 'node:url'
import { CERTIFICATE_FILE, PRIVATE_KEY_FILE } from './tls.ts'

/** Settings for a RabbitMQ STOMP listener on this port of 127.0.0.1. */
export function stompListener(port: number): string[] {
  return [`stomp.listeners.tcp.1 = 127.0.0.1:${port}`]
}

/** The same over TLS, with the certificate of `test/fixtures/tls`. */
export function secureListener(port: number): string[] {
  const [certificate, key] = [fileURLToPath(CERTIFICATE_FILE), fileURLToPath(PRIVATE_KEY_FILE)]
  return [
    `stomp.listeners.ssl.1 = 127.0.0.1:${port}`,
    `ssl_options.cacertfile = ${certificate}`,
    `ssl_options.certfile = ${certificate}`,
    `ssl_options.keyfile = ${key}`,
    'ssl_options.verify = verify_none',
  ]
}
