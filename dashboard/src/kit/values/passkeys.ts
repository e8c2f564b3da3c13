type Methods = { passkeys: { origin: string | null; reason: string | null } }
type Place = { origin: string; knowsPasskeys: boolean }

/** Why this page, in this browser, can neither make nor use passkeys; null when it can. */
export function whyNoPasskeys({ passkeys: { origin, reason } }: Methods, page: Place): string | null {
  if (origin === null) return reason
  if (origin !== page.origin) return `Passkeys are bound to the address ${origin}: open Tidings there.`
  return page.knowsPasskeys ? null : 'This browser does not know passkeys.'
}
