import { Type } from 'typebox'
import { defineResource } from '../store/kit/resource.ts'
import type { RowOf } from '../store/kit/store.ts'
import { bytes, choice, flag, integer, json, optional, reference, text, time } from '../store/kit/values/attribute.ts'

/** Maximum number of alerts per store, or of an organization itself. */
const MAX_ALERTS = 100
/** Maximum number up to which the jobs of an integration are counted. */
export const MAX_BACKLOG = 10_000

const Recipients = Type.Array(Type.String({ format: 'email', maxLength: 320 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description:
    'E-mail addresses, for the channel `email`. Messages are sent to addresses of people of the organization, and to addresses confirmed by the link in a mail, which is sent when the alert is saved.',
})

export const alerts = defineResource({
  type: 'alert',
  singular: 'alert',
  tag: 'Alerts',
  area: 'integrations',
  table: 'alerts',
  path: '/alerts',
  event: null,
  level: 'any',
  limit: { max: MAX_ALERTS },
  custom_operations: ['list', 'create', 'get', 'update'],
  attributes: {
    name: text({ min: 1, max: 100, description: 'Shown in each message.' }),
    enabled: flag({ description: 'Whether it reports problems.' }, { initial: true }),
    channel: choice(['email', 'chat'], {
      description: '`email` sends mail to the recipients, `chat` a POST to the incoming webhook of a chat system.',
    }),
    recipients: optional(json<string[]>(Recipients, { hidden: 'personal' })),
    url: optional(
      text(
        {
          max: 2048,
          description:
            'Address of the incoming webhook, for the channel `chat`. It is a secret: responses show its end only, and a masked address that is sent back does not change it.',
        },
        { list: false, hidden: 'secret' },
      ),
    ),
    format: choice(
      ['text', 'content'],
      {
        description:
          'The member that holds the message in the posted object: `text` for Slack, Mattermost, Rocket.Chat, Google Chat and most others, `content` for Discord.',
      },
      { initial: 'text' },
    ),
    integration_ids: optional(
      json<string[]>(
        Type.Array(Type.String({ format: 'uuid' }), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'The integrations that it reports; null for all, also later ones.',
        }),
      ),
    ),
    failing_minutes: {
      ...optional(
        integer({
          minimum: 1,
          maximum: 10_080,
          description: 'Reports an integration after all attempts have failed for this many minutes; null for never.',
        }),
      ),
      initial: 15,
    },
    disabled: flag(
      { description: 'Reports an integration that the service has disabled, not one that a person has disabled.' },
      { initial: true },
    ),
    backlog: {
      ...optional(
        integer({
          minimum: 1,
          maximum: MAX_BACKLOG,
          description:
            'Reports an integration with more waiting jobs than this, until only half as many wait; null for never.',
        }),
      ),
      initial: 1000,
    },
    remind_hours: {
      ...optional(
        integer({
          minimum: 1,
          maximum: 720,
          description: 'Hours after which a problem that persists is reported again; null for once only.',
        }),
      ),
      initial: 24,
    },
  },
  internal: { secret: bytes() },
  shows: {
    attributes: {
      unconfirmed_recipients: Type.Array(Type.String(), {
        description:
          'Recipients that get no messages, because the address is not confirmed. Save the alert to send the confirmation mail again; at most one mail per day is sent to an address, and 20 for a store.',
      }),
    },
  },
  show(row) {
    const { unconfirmed_recipients = [] } = row as typeof row & Partial<Unconfirmed>
    return { attributes: { unconfirmed_recipients } }
  },
})

export type Alert = RowOf<typeof alerts>

/** Member of responses that is not in the row. */
export type Unconfirmed = { unconfirmed_recipients: readonly string[] }

const PROBLEMS = ['failing', 'disabled', 'backlog'] as const
export type Problem = (typeof PROBLEMS)[number]

const MESSAGES = ['opened', 'reminder', 'resolved'] as const
export type MessageKind = (typeof MESSAGES)[number]

/** Problems that an alert has reported, and the delivery of its messages. Kept for 90 days after they are resolved. */
export const incidents = defineResource({
  type: 'alert_incident',
  singular: 'incident',
  tag: 'Alerts',
  area: 'integrations',
  table: 'alert_incidents',
  path: '/alerts/:alert_id/incidents',
  parents: [{ parameter: 'alert_id', table: 'alerts', singular: 'alert' }],
  event: null,
  level: 'any',
  internal: { alert_id: reference() },
  attributes: {
    integration_id: reference(),
    problem: choice(PROBLEMS),
    detail: text({ max: 1000, description: 'What is wrong, in a sentence.' }),
    since: time({ description: 'Since when the integration has the problem.' }),
    opened_at: time(),
    resolved_at: optional(time({ description: 'Null while the problem persists.' })),
    message: optional(choice(MESSAGES, { description: 'The message that is to be sent next.' })),
    message_at: optional(time({ description: 'When it is sent.' })),
    failed_tries: integer({ description: 'Number of failed attempts to send that message.' }),
    last_error: optional(text({ max: 500, description: 'Why the last attempt failed.' })),
    notified_at: optional(time({ description: 'When the last message was sent.' })),
  },
})
