/** For `Vary`: all request headers that say who asks, for which store, with their aliases. */
export const VARY_BY_CALLER = [
  ...['Authorization', 'X-Store-Id', 'EP-Store-Id', 'X-Customer-Token', 'X-Moltin-Customer-Token', 'X-Account-Token'],
  'EP-Account-Management-Authentication-Token',
].join(', ')
