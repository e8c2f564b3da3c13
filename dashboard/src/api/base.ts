/** The page reads its location from `<base>`, so that the dashboard works below any prefix that a proxy adds. */
export const PAGE_BASE = new URL('.', document.baseURI)

/** Base URL of the API, with no trailing slash. */
export const API_BASE = new URL('..', PAGE_BASE).href.replace(/\/$/, '')
