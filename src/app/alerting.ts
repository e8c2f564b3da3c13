import { Tries } from '../access/limits/tries.ts'
import type { SendDeps } from '../alerts/send.ts'
import { type AlertSenders, openSenders } from '../alerts/senders/senders.ts'
import { guardedConnector } from '../deliveries/targets/network/connector.ts'
import type { DeliveryTelemetry } from '../deliveries/telemetry.ts'
import { SECOND } from '../kernel/duration.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { baseUrl } from './address/base-url.ts'
import { networkOptions } from './deliveries.ts'
import type { Foundation } from './foundation.ts'

export type Alerting = SendDeps & {
  senders: AlertSenders
  /** Counts the test messages of an alert and of its owner. Throws `too_many_requests`. */
  countTest(alert_id: string, owner: Owner, now: number): void
}

/** Maximum number of test messages for one alert in 15 minutes. */
const MAX_TESTS = 10
/** Maximum number for all alerts of an owner together, in the same time. */
const MAX_TESTS_OF_OWNER = 20
const CONNECT_TIMEOUT_MS = 5 * SECOND

/** Opens the senders of alerts; chat systems are reached through the same guard as endpoints of integrations. */
export function openAlerting(
  { config, db, cipher }: Pick<Foundation, 'config' | 'db' | 'cipher'>,
  telemetry: Pick<DeliveryTelemetry, 'alertSent'>,
): Alerting {
  const { TIDINGS_SMTP_URL: url, TIDINGS_MAIL_FROM: from } = config
  const mail = url === undefined ? null : { url, from }
  const connector = guardedConnector({ ...networkOptions(config), timeout_ms: CONNECT_TIMEOUT_MS })
  const tests = new Tries()
  return {
    db,
    base_url: baseUrl(config),
    sendsMail: mail !== null,
    senders: openSenders({ cipher, mail, connector }),
    onSent: telemetry.alertSent,
    countTest(alert_id, owner, now) {
      const of_owner = { subject: `owner ${ownerId(owner)}`, most: MAX_TESTS_OF_OWNER }
      tests.begin([{ subject: alert_id, most: MAX_TESTS }, of_owner], now)
    },
  }
}
