import { createHash } from 'node:crypto'
import type { ClientCertificate } from '../../../integrations/kinds/webhook-tls.ts'

/** What TLS connections prove to the other side, and trust beside the usual authorities. */
export type Identity = {
  /** Differs between identities and reveals nothing of them. Nothing that belongs to one may be used for another. */
  id: string
  /** PEM. */
  ca: string | undefined
  client_certificate: ClientCertificate | undefined
}

/** Undefined for the usual authorities and no client certificate. */
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
