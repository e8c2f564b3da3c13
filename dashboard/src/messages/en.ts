/** Shared texts, so that each sentence has a single wording and a translation is a single file. */

export const AT_THE_END = 'It is already at the end.'
export const CANNOT_BE_UNDONE = 'This cannot be undone.'
export const CLEAR_FILTER = 'Clear the filter'
export const ENTER_AMOUNT = 'Enter an amount.'
export const PASS_LINK_ON = 'Pass this link on'
export const HIERARCHIES_ABOUT = 'Trees of nodes, such as the departments of a shop. Products are placed in nodes.'
export const LINK_VALID_FOR = 'The link is valid for'
export const COMPARING_CHANGES = 'The changes are still being compared.'
export const CREATE_LINK = 'Create link'
export const NO_INTEGRATIONS = {
  title: 'No integrations yet',
  about: 'An integration sends what happens here to another system: a webhook, a queue, or a broker.',
}
export const NO_JOBS_MATCH = 'No jobs match.'
export const NOTHING_CHANGED = 'Nothing has changed since the last release.'
export const NOTHING_DELIVERED = 'No deliveries in this range.'
export const NOTHING_MATCHES = 'Nothing matches'
export const ONE_MORE_STEP = 'One more step'
export const PASSWORD_HINT = 'Use at least 12 characters and avoid common passwords. A sentence is easy to remember.'
export const SAVED_UNTIL_RELEASE = 'Saved. Shoppers will see the change after the next release.'
