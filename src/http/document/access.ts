import type { Access } from '../callers/authentication.ts'

/** Extension of an operation: the permission that a seller's token needs. */
const PERMISSION = 'x-permission'
/** Extension of an operation: the accepted tokens, unless it accepts only those of sellers. */
const ACCESS = 'x-access'
/** Extension of an operation: true if the store decides on unknown members of its body. */
const REPORTS_UNKNOWN = 'x-reports-unknown'

export type OperationAccess = {
  [PERMISSION]?: string
  [ACCESS]?: Exclude<Access, 'public' | 'seller'>
  [REPORTS_UNKNOWN]?: true
  /** Empty for an operation that needs no token. */
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export function describedAccess(access: Access, permission: string | null, reports_unknown: boolean): OperationAccess {
  return {
    ...(access === 'public' ? { security: [] } : {}),
    ...(access === 'public' || access === 'seller' ? {} : { [ACCESS]: access }),
    ...(permission === null ? {} : { [PERMISSION]: permission }),
    ...(reports_unknown && { [REPORTS_UNKNOWN]: true }),
  }
}

export function accessOf({ [ACCESS]: access, security }: OperationAccess): Access {
  return security?.length === 0 ? 'public' : (access ?? 'seller')
}

export function accessSentence(operation: OperationAccess): string {
  const { [PERMISSION]: permission } = operation
  return SENTENCES[accessOf(operation)](
    permission === undefined ? 'a seller token' : `a seller token with \`${permission}\``,
  )
}

const SENTENCES: Readonly<Record<Access, (seller: string) => string>> = {
  public: () => 'Requires no token.',
  shopper: (seller) => `Requires a shopper token or ${seller}.`,
  customer: (seller) => `Requires ${seller}, or a shopper token with the token of the customer.`,
  account: (seller) => `Requires ${seller}, or a shopper token with the token of a member of the account.`,
  seller: (seller) => `Requires ${seller}.`,
  person: () => 'Requires the token of a person who has logged in.',
}
