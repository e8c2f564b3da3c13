import type { Message } from './message.ts'

/**
 * Composes the confirmation mail. It contains only fixed text and addresses of the deployment, because its readers may
 * not have asked for it. `base_url` ends in `/v2`.
 */
export function composeConfirmation({ base_url, code }: { base_url: string; code: string }): Message {
  const root = base_url.replace(/\/v2$/, '')
  return {
    subject: '[Tidings] Confirm your e-mail address',
    text: `This address was entered to get alerts of the store back end at ${root}. An alert says that the delivery of events to another system has problems.

If you want these alerts, open this page within 7 days and press the button there:

${root}/alerts/confirm?code=${code}

If you do not expect this message, ignore it: without your confirmation no alerts come to you.
`,
  }
}
