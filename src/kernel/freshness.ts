/** What a reader must see: `latest` all that is committed, `recent` all but what was committed within the allowed lag. */
export type Freshness = 'latest' | 'recent'
