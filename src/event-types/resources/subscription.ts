import { LIFECYCLE, outsideEventsOf } from './outside.ts'

const subscription = {
  entity: 'Subscription',
  prefix: 'subscription',
  type: 'subscription',
  attributes: { external_ref: 'sub-3307', currency: 'USD' },
} as const

const subscriber = {
  entity: 'Subscription subscriber',
  prefix: 'subscription-subscriber',
  type: 'subscription_subscriber',
  attributes: { name: 'Ada Marsh', email: 'ada.marsh@example.com' },
} as const

const offering = {
  entity: 'Subscription offering',
  prefix: 'subscription-offering',
  type: 'subscription_offering',
  attributes: { name: 'Lamp of the season', description: 'A new lamp every three months' },
} as const

const job = {
  entity: 'Subscription job',
  prefix: 'subscription-job',
  type: 'subscription_job',
  attributes: { job_type: 'billing-run', status: 'pending' },
} as const

const schedule = {
  entity: 'Subscription schedule',
  prefix: 'subscription-schedule',
  type: 'subscription_schedule',
  attributes: { name: 'Nightly billing', schedule: '0 2 * * *' },
} as const

const product = {
  entity: 'Subscription product',
  prefix: 'subscription-product',
  type: 'subscription_product',
  attributes: { name: 'Larch Desk Lamp', sku: 'LAMP-LARCH' },
} as const

const plan = {
  entity: 'Subscription plan',
  prefix: 'subscription-plan',
  type: 'subscription_plan',
  attributes: { name: 'Every three months', billing_interval_type: 'month', billing_frequency: 3 },
} as const

const invoice = {
  entity: 'Subscription invoice',
  prefix: 'subscription-invoice',
  type: 'subscription_invoice',
  attributes: { number: 17, outstanding: true },
} as const

export const subscriptionEvents = [
  ...outsideEventsOf(subscription, {
    created: 'starts',
    'create-failed': 'could not be started',
    paused: 'is paused',
    canceled: 'is canceled',
    pending_cancel: 'is to be canceled at the end of its period',
    pending_pause: 'is to be paused at the end of its period',
    resumed: 'goes on after a pause',
    closed: 'has run its course',
  }),
  ...outsideEventsOf(subscriber, LIFECYCLE),
  ...outsideEventsOf(offering, LIFECYCLE),
  ...outsideEventsOf(job, LIFECYCLE),
  ...outsideEventsOf(schedule, LIFECYCLE),
  ...outsideEventsOf(product, LIFECYCLE),
  ...outsideEventsOf(plan, LIFECYCLE),
  ...outsideEventsOf(invoice, { created: LIFECYCLE.created, deleted: LIFECYCLE.deleted }),
]
