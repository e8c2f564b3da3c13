import { readFileSync } from 'node:fs'
import type { Resolver } from '../../../src/deliveries/targets/network/guard.ts'

/** Name in the self-signed certificate of `test/fixtures/tls`. */
export const SECURE_HOST = 'receiver.example'

export const CERTIFICATE = fixture('cert')
export const PRIVATE_KEY = fixture('key')

/** The same as files, for servers that read them directly. */
export const CERTIFICATE_FILE = fileOf('cert')
export const PRIVATE_KEY_FILE = fileOf('key')

/**
 * Signs the client certificates that test receivers accept; `test/fixtures/tls/make-clients.sh` creates all of them.
 */
export const CLIENT_AUTHORITY = clientFile('authority.cert')

/** A certificate and its key: `warehouse` has an intermediate certificate, `stranger` has its own authority. */
export function clientCertificate(name: 'warehouse' | 'accounting' | 'stranger' | 'weak') {
  return { certificate: clientFile(`${name}.cert`), private_key: clientFile(`${name}.key`) }
}

/** Resolves every name to 127.0.0.1. */
export const anywhere: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])

function fileOf(part: string): URL {
  return new URL(`../../fixtures/tls/receiver.${part}.pem`, import.meta.url)
}

function fixture(part: string): string {
  return readFileSync(fileOf(part), 'utf8')
}

function clientFile(name: string): string {
  return readFileSync(new URL(`../../fixtures/tls/clients/${name}.pem`, import.meta.url), 'utf8')
}
