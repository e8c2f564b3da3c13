import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { busy, FairQueue, type Requested } from '../../kernel/flow/fair-queue.ts'
import { type Cost, hashInThread } from './hash-threads.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32

/** One core is left to the event loop, and four hashes of 32 MiB use 128 MiB. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))

const REFUSAL = 'Too many passwords are waiting to be hashed. Try again soon.'

/**
 * Hashes and verifies passwords, a few at a time and in fair order. Both throw `unavailable` when the queue is full.
 */
export type Passwords = {
  /** Returns the hash with its salt and cost, as `$scrypt$ln=15,r=8,p=3$salt$hash`. */
  hash(request: Requested, password: string): Promise<string>
  /**
   * True if the password matches the stored hash, at the cost of that hash. Without a stored hash the check fails after
   * the time of a new hash, so that timing reveals nothing.
   */
  matches(owner_id: string, password: string, stored: string | null): Promise<boolean>
}

/** `ln` is the cost of new hashes: scrypt's N is 2^ln. */
export function openPasswords(ln: number): Passwords {
  const queue = new FairQueue({ at_once: AT_ONCE, refuse: () => busy(REFUSAL) })
  const cost: Cost = { ln, r: 8, p: 3 }
  const absent = { cost, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

  /** Keyboards encode the same letter in different ways, so passwords are normalized before hashing. */
  function derive(request: Requested, password: string, by: { salt: Uint8Array; cost: Cost }): Promise<Buffer> {
    return queue.run(request, () => hashInThread({ password: password.normalize('NFKC'), bytes: HASH_BYTES, ...by }))
  }

  return {
    async hash(request, password) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(request, password, { salt, cost })
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(hash)}`
    },
    async matches(owner_id, password, stored) {
      const { hash, ...by } = stored === null ? absent : parse(stored)
      const isEqual = timingSafeEqual(await derive({ owner_id, priority: 'first' }, password, by), hash)
      return isEqual && stored !== null
    },
  }
}

function parse(stored: string) {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored) ?? []
  if (ln === undefined) throw new Error('A password hash is corrupt.')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
