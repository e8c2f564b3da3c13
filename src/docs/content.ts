import type { Encoding } from '../http/compression/negotiate.ts'

/** What is sent at an address: the content in each coding, and its tag. */
export type Content = {
  type: string
  /** Whether another content would have another address, so that caches need not ask again. */
  is_immutable: boolean
  tag: string
  bodies: Readonly<Record<Encoding | 'identity', Uint8Array>>
}
