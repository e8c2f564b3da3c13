import type { Access } from '../access/access.ts'
import type { Passwords } from '../access/passwords/passwords.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { PageLength } from '../kernel/lists/page.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { OidcSettings, Provider } from './oidc/provider.ts'
import type { ReportPersonEvent } from './report.ts'
import type { PeopleTelemetry } from './telemetry.ts'

export type PeopleDeps = {
  db: Database
  clock: Clock
  cipher: Cipher
  /** Ends in `/v2`. */
  base_url: string
  pageLength: PageLength
  passwords: Passwords
  password_log_in: boolean
  /** Provider for log-ins; null without one. */
  oidc: { settings: OidcSettings; provider: Provider } | null
  access: Pick<Access, 'issuePersonToken' | 'challenges' | 'failures'>
  report: ReportPersonEvent
  telemetry: PeopleTelemetry
}
