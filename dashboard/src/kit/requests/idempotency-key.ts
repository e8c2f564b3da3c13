import { useState } from 'react'

const BYTES = 16

/**
 * One key for as long as a dialog is open: a second click, or a repeat after a lost response, acts once. Random bytes, since
 * browsers give UUIDs only to pages that are served encrypted.
 */
export function useIdempotencyKey(): string {
  return useState(newKey)[0]
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
