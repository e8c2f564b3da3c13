import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Api, openApi } from '../api/client.ts'
import { getOptions, type ResponseOf } from '../api/queries.ts'
import type { Session } from '../api/session.ts'
import type { Scope } from '../kit/scope.ts'

export type CurrentSession = ResponseOf<'/v2/sessions/current'>['data']

/** Changed or revoked access shows on an open page within 10 s: this interval plus the 5 s of the API's cache. */
const CHECK_INTERVAL_MS = 4_000

type Logged = { session: Session; api: Api; current: CurrentSession }
const LoggedContext = createContext<Logged | null>(null)

export function currentSessionOptions(session: Session) {
  return getOptions({ api: openApi(session, null), id: 'session' }, '/v2/sessions/current')
}

/** Provides the session to all pages below. `initial` was read before they are shown. */
export function LoggedIn({
  session,
  initial,
  children,
}: {
  session: Session
  initial: CurrentSession
  children: ReactNode
}) {
  const { data } = useQuery({ ...currentSessionOptions(session), refetchInterval: CHECK_INTERVAL_MS })
  const current = data?.data ?? initial
  const logged = useMemo(() => ({ session, api: openApi(session, null), current }), [session, current])
  return <LoggedContext value={logged}>{children}</LoggedContext>
}

export function useLoggedIn(): Logged {
  const logged = useContext(LoggedContext)
  if (logged === null) throw new Error('This component is used by pages of people who are logged in.')
  return logged
}

/** A store or the organization with the person's permissions; null if the person has no access. */
export function scopeOf(
  { session, current }: Pick<Logged, 'session' | 'current'>,
  level: string,
  id: string,
): Scope | null {
  if (level === 'o' && id === current.organization.id) {
    const { name, permissions } = current.organization
    return { level, id, name, api: openApi(session, null), permissions: new Set(permissions) }
  }
  const store = level === 's' ? current.stores.find((one) => one.id === id) : undefined
  if (store === undefined) return null
  return { level: 's', id, name: store.name, api: openApi(session, id), permissions: new Set(store.permissions) }
}

/** First scope of a person: the last one used, the first store, or the organization. */
export function firstScope(current: CurrentSession, last: string | null): string | null {
  const scopes = [...current.stores.map(({ id }) => `/s/${id}`), ...organizationScopes(current)]
  return scopes.find((scope) => scope === last) ?? scopes[0] ?? null
}

function organizationScopes({ organization }: CurrentSession): string[] {
  const is_of_deployment_only = organization.permissions.every((permission) => permission.startsWith('deployment:'))
  return is_of_deployment_only ? [] : [`/o/${organization.id}`]
}
