import { UNDECLARED } from '../../store/kit/undeclared.ts'
import { resources } from '../../store/resources.ts'

const ACCESS = 'it is about access, which is managed by `tidings keys`, `tidings stores` and the API.'
const LOG_IN = 'it controls who may log in, which people manage themselves, starting with `tidings people`.'

/** Reasons why files cannot declare other resources, by type. */
const others: Readonly<Record<string, string>> = {
  file: UNDECLARED.assortment,
  cart: UNDECLARED.shopping,
  order: UNDECLARED.shopping,
  order_note: UNDECLARED.shopping,
  shipment: UNDECLARED.shopping,
  transaction: UNDECLARED.shopping,
  'catalog-release': UNDECLARED.action,
  event: UNDECLARED.action,
  replay: UNDECLARED.action,
  'job-run': UNDECLARED.action,
  export_job: UNDECLARED.action,
  person: LOG_IN,
  person_invitation: LOG_IN,
  person_link: LOG_IN,
  session: LOG_IN,
  key: ACCESS,
  store: ACCESS,
  organization: ACCESS,
  coupon_batch: 'its codes are generated: create the batch through the API.',
  alert: 'it names recipients of messages, who differ in each deployment.',
  account_membership_setting: 'it is part of the `settings`.',
  customer_authentication_settings: 'it has no member that can be changed.',
}

export const leftOut: Readonly<Record<string, string>> = {
  ...others,
  ...Object.fromEntries(
    resources.flatMap(({ type, undeclared }) => (undeclared ? [[type, UNDECLARED[undeclared]] as const] : [])),
  ),
}
