import type { Problem } from '../../kernel/errors.ts'
import type { Alert } from '../alert.ts'

/** Returns the problems of an alert's destination; its URL must be in clear. */
export function checkChannel(alert: Pick<Alert, 'channel' | 'recipients' | 'url'>, sendsMail: boolean): Problem[] {
  return alert.channel === 'email' ? checkMail(alert.recipients, sendsMail) : checkChat(alert.url)
}

function checkMail(recipients: readonly string[] | null, sendsMail: boolean): Problem[] {
  if (!sendsMail)
    return [
      {
        detail:
          'This deployment cannot send mail: set TIDINGS_SMTP_URL and TIDINGS_MAIL_FROM, or use the channel `chat`.',
        pointer: '/data/channel',
      },
    ]
  return recipients === null
    ? [{ detail: '`recipients` is required for the channel `email`.', pointer: '/data/recipients' }]
    : []
}

function checkChat(url: string | null): Problem[] {
  if (url === null) return [{ detail: '`url` is required for the channel `chat`.', pointer: '/data/url' }]
  return /^https?:\/\//i.test(url) && URL.canParse(url)
    ? []
    : [{ detail: '`url` must be a URL that starts with https:// or http://.', pointer: '/data/url' }]
}
