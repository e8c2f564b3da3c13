import type { Role } from '../../kernel/permissions.ts'
import type { PeopleDeps } from '../deps.ts'
import type { OidcSettings } from './provider.ts'

export type OidcDeps = Pick<PeopleDeps, 'db' | 'clock' | 'access' | 'report' | 'password_log_in'> & {
  settings: OidcSettings
  mapping: ReadonlyMap<string, readonly Role[]>
}
