import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '../kernel/errors.ts'

/** Of scrypt: N = 2^ln. It takes 32 MiB and some 0.2 s of a core, the least that OWASP's cheat sheet asks for. */
const COST: Cost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** At most half of the cores, and of the four threads that file and name look-ups share with this. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** More are asked to come back: they would wait for ten seconds. */
const MOST_WAITING = 40

type Cost = { ln: number; r: number; p: number }

/** What is stored: the hash with its salt and cost, as `$scrypt$ln=15,r=8,p=3$salt$hash`. Throws `too_many_requests`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(hash)}`
}

/**
 * Whether the password is the one of the hash; without a hash never, in the time that it takes with one. Throws
 * `too_many_requests`.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const { cost, salt, hash } = stored === null ? NOBODYS : parse(stored)
  const matches = timingSafeEqual(await derive(password, salt, cost), hash)
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
function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
          error === null ? resolve(hash) : reject(error),
        )
      }),
  )
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await turn()
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function turn(): Promise<void> {
  if (waiting.length < MOST_WAITING) return new Promise((resolve) => waiting.push(resolve))
  const detail = 'Too many passwords are being checked at the moment: try again soon.'
  throw new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': '5' } })
}
