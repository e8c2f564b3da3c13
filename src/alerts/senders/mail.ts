import { createTransport } from 'nodemailer'
import { SECOND } from '../../kernel/duration.ts'
import type { Message } from '../rules/message.ts'

export type Mail = { send(recipients: readonly string[], message: Message): Promise<void>; close(): void }

const TIMEOUT_MS = 10 * SECOND

/** `url` is `smtp://` or `smtps://`, with user and password if the server requires them. */
export function openMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages contain only our text, so they need no file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const fixed = { from, to: 'Undisclosed recipients:;', headers: { 'Auto-Submitted': 'auto-generated' } }
  return {
    async send(recipients, { subject, text }) {
      // Bcc hides the recipients from each other.
      const mail = { ...fixed, bcc: [...recipients], subject, text }
      const { rejected } = await transport.sendMail(mail).catch((error: unknown) => {
        throw new Error(`The mail server did not accept the message: ${describe(error)}`)
      })
      if (rejected.length > 0) throw new Error(`The mail server refused ${rejected.length} of the recipients.`)
    },
    close: () => transport.close(),
  }
}

/** Reports only codes, because servers repeat what was sent, including a user name. */
function describe(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'no response'
}
