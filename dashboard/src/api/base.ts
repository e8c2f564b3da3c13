/** The page says where it is by its `<base>`, so that all of it works below every prefix that a proxy adds. */
export const PAGE_BASE = new URL('.', document.baseURI)

/** Where the addresses of the API begin, without a slash at the end. */
export const API_BASE = new URL('..', PAGE_BASE).href.replace(/\/$/, '')
