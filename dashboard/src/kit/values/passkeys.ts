type Methods = { passkeys: { origin: string | null; reason: string | null } }
type Place = { origin: string; knowsPasskeys: boolean }

/** Reason why this page cannot use passkeys in this browser; null if it can. */
export function whyNoPasskeys({ passkeys: { origin, reason } }: Methods, page: Place): string | null {
  if (origin === null) return reason
  if (origin !== page.origin) return `Passkeys work only at ${origin}. Open Tidings there.`
  return page.knowsPasskeys ? null : 'This browser does not support passkeys.'
}
