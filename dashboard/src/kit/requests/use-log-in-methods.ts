import { useQuery } from '@tanstack/react-query'
import { readLogInMethods } from '../../api/session.ts'
import type { LogInMethods } from '../../generated/schema.ts'
import { whyNoPasskeys } from '../values/passkeys.ts'

export function useLogInMethods() {
  return useQuery({ queryKey: ['log-in-methods'], queryFn: readLogInMethods })
}

/** Reason why this page cannot use passkeys; null if it can. */
export function whyNoPasskeysHere(methods: LogInMethods): string | null {
  const knowsPasskeys = typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  return whyNoPasskeys(methods, { origin: location.origin, knowsPasskeys })
}
