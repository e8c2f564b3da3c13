/** Request headers for `Vary` that identify the caller and its store, including aliases. */
export const VARY_BY_CALLER = [
  ...['Authorization', 'X-Store-Id', 'EP-Store-Id', 'X-Customer-Token', 'X-Moltin-Customer-Token', 'X-Account-Token'],
  'EP-Account-Management-Authentication-Token',
].join(', ')
