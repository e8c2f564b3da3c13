import { createHash } from 'node:crypto'
import type { ClientCertificate } from '../../../integrations/kinds/webhook-tls.ts'

/** Client certificate of TLS connections, and an authority to trust besides the default ones. */
export type Identity = {
  /** Opaque id of the identity. Sessions, contexts and connections must not be shared across ids. */
  id: string
  /** PEM. */
  ca: string | undefined
  client_certificate: ClientCertificate | undefined
}

/** Returns undefined for the default authorities without a client certificate. */
export function identityOf(given: {
  ca?: string | undefined
  client_certificate?: ClientCertificate | undefined
}): Identity | undefined {
  const { ca, client_certificate } = given
  if (ca === undefined && client_certificate === undefined) return undefined
  const { certificate, private_key } = client_certificate ?? {}
  const parts = JSON.stringify([ca, certificate, private_key].map((part) => part ?? null))
  return { id: createHash('sha256').update(parts).digest('base64'), ca, client_certificate }
}
