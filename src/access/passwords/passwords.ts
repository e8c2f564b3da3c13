import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { FairQueue, type Turn } from './fair-queue.ts'
import { type Cost, hashInThread } from './hash-threads.ts'

/** Of scrypt: N = 2^ln. It takes 32 MiB and some 0.2 s of a core, the least that OWASP's cheat sheet asks for. */
const COST: Cost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** One core is the event loop's, and four hashes fill 128 MiB. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
const queue = new FairQueue({ at_once: AT_ONCE, clock: Date.now })

/** What is stored: the hash with its salt and cost, as `$scrypt$ln=15,r=8,p=3$salt$hash`. Throws `unavailable`. */
export async function hashPassword(turn: Turn, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(turn, password, { salt, cost: COST })
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(hash)}`
}

/**
 * Whether the password that somebody logs in with is the one of the hash; without a hash never, in the time that it takes
 * with one. Throws `unavailable`.
 */
export async function passwordMatches(owner_id: string, password: string, stored: string | null): Promise<boolean> {
  const { hash, ...by } = stored === null ? NOBODYS : parse(stored)
  const matches = timingSafeEqual(await derive({ owner_id, purpose: 'log_in' }, password, by), hash)
  return matches && stored !== null
}

const NOBODYS = { cost: COST, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

function parse(stored: string) {
  const [, ln, r, p, salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored) ?? []
  if (ln === undefined) throw new Error('The hash of a password is damaged.')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Keyboards write the same letter in different ways; compared is what they mean. */
function derive(turn: Turn, password: string, { salt, cost }: { salt: Uint8Array; cost: Cost }): Promise<Buffer> {
  const job = { password: password.normalize('NFKC'), salt, bytes: HASH_BYTES, cost }
  return queue.run(turn, () => hashInThread(job))
}
