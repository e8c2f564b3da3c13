/**
 * The state that a reader must see: `latest` includes every commit, `recent` every commit older than the allowed lag.
 */
export type Freshness = 'latest' | 'recent'
