import type { Encoding } from '../http/compression/negotiate.ts'

/** The content at an address in each coding, with its tag. */
export type Content = {
  type: string
  /** True if the address changes with the content, so that caches need not revalidate it. */
  is_immutable: boolean
  tag: string
  bodies: Readonly<Record<Encoding | 'identity', Uint8Array>>
}
