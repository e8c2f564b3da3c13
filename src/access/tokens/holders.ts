import type { IncomingHttpHeaders } from 'node:http'
import { errors } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../http/callers/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Generations } from './generations.ts'
import { type Holder, verifyHolderToken } from './holder-token.ts'
import type { SigningKeys } from './signing-keys.ts'

type HolderDeps = { clock: Clock; signingKeys: SigningKeys; generations: Generations }

/** Token headers beside the access token: ours, and the name that widely used clients send. */
const HEADERS: readonly { kind: Holder['kind']; names: readonly [string, string] }[] = [
  { kind: 'customer', names: ['X-Customer-Token', 'X-Moltin-Customer-Token'] },
  { kind: 'account', names: ['X-Account-Token', 'EP-Account-Management-Authentication-Token'] },
]

/** Longer than any valid token. */
const MAX_TOKEN_LENGTH = 4096

type Sent = { kind: Holder['kind']; header: string; token: string }

/**
 * Adds the logged-in customer or account member to the caller. Cached tokens cost no database read; expiry and
 * revocation are checked on every call. Throws `unauthenticated` with the name of the header.
 */
export function makeHolders(deps: HolderDeps): (caller: Caller, headers: IncomingHttpHeaders) => Promise<Caller> {
  const known = new LRUCache<string, { holder: Holder; expires: number }>({ max: 10_000 })

  async function read(sent: Sent): Promise<{ holder: Holder; expires: number }> {
    const key = `${sent.kind} ${sent.token}`
    const found = known.get(key) ?? (await verify(deps, sent))
    known.set(key, found)
    return found
  }

  return async (caller, headers) => {
    let found = caller
    for (const sent of tokensIn(headers)) {
      const { holder, expires } = await read(sent)
      if (holder.store_id !== caller.store_id) throw refused(sent, NOT_OURS)
      if (expires * 1000 <= deps.clock()) throw refused(sent, EXPIRED)
      if (!deps.generations.isValid(holder.token_generations)) throw refused(sent, ENDED)
      found = { ...found, ...identityOf(holder) }
    }
    return found
  }
}

const NOT_OURS = 'was not issued by this store.'
const EXPIRED = 'has expired; log in again.'
const ENDED = 'is no longer valid, because the login that it was issued for has changed or was deleted; log in again.'

function tokensIn(headers: IncomingHttpHeaders): Sent[] {
  return HEADERS.flatMap(({ kind, names }) => {
    const header = names.find((name) => headers[name.toLowerCase()] !== undefined)
    const token = header === undefined ? '' : String(headers[header.toLowerCase()]).trim()
    return header === undefined || token === '' ? [] : [{ kind, header, token }]
  })
}

async function verify({ signingKeys, clock }: HolderDeps, sent: Sent) {
  if (sent.token.length > MAX_TOKEN_LENGTH) throw refused(sent, NOT_OURS)
  const findKey = async (kid: string | undefined) => {
    const key = await signingKeys.find(kid)
    if (key === undefined) throw refused(sent, NOT_OURS)
    return key
  }
  try {
    return await verifyHolderToken(sent.kind, sent.token, findKey, clock())
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw refused(sent, EXPIRED)
    if (cause instanceof errors.JOSEError) throw refused(sent, NOT_OURS)
    throw cause
  }
}

function identityOf(holder: Holder) {
  if (holder.kind === 'customer') return { customer_id: holder.customer_id }
  const { account_id, account_member_id, token_generations } = holder
  return { account_id, account_member_id, account_token_generations: token_generations }
}

function refused({ header }: Sent, why: string): AppError {
  return new AppError('unauthenticated', [{ detail: `The token in the header ${header} ${why}`, header }])
}
