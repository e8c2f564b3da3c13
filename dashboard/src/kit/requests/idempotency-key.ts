import { useState } from 'react'

const BYTES = 16

/**
 * Returns one key per open dialog, so that a second click, or a retry after a lost response, acts only once. The key
 * uses random bytes, since browsers offer `randomUUID` only in secure contexts.
 */
export function useIdempotencyKey(): string {
  return useState(newKey)[0]
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
