import type { PageRoute } from '../../../src/page-route.ts'
import { OF_A_SCOPE, OF_NO_SCOPE } from '../../../src/site-map.ts'

export type Screen = {
  /** Pattern in the site map, such as `/orders/$order/pay`. */
  page: string
  /** Path relative to the dashboard. */
  address: string
}

/** Every page of the site map; `valuesOf` returns the parameters of a page in order. */
export function everyScreen(store_id: string, valuesOf: (page: string) => readonly string[]): Screen[] {
  const screen = (base: string) => (page: string) => ({ page, address: `${base}${filled(page, valuesOf)}` })
  return [...pagesOf(OF_A_SCOPE).map(screen(`/s/${store_id}`)), ...pagesOf(OF_NO_SCOPE).map(screen(''))]
}

function pagesOf(pages: readonly PageRoute[], above = ''): string[] {
  const all = pages.flatMap(({ path, children }) => {
    const own = [above, path]
      .join('/')
      .replaceAll(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
    return [own, ...pagesOf(children, own)]
  })
  return [...new Set(all)]
}

function filled(page: string, valuesOf: (page: string) => readonly string[]): string {
  if (!page.includes('$')) return page === '/' ? '' : page
  const values = [...valuesOf(page)]
  return page.replaceAll(/\$\w+/g, (parameter) => {
    const value = values.shift()
    if (value === undefined) throw new Error(`Nothing stands for ${parameter} of ${page}.`)
    return value
  })
}
