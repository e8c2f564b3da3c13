import type { PageRoute } from '../../../src/page-route.ts'
import { OF_A_SCOPE, OF_NO_SCOPE } from '../../../src/site-map.ts'

/** A page of the site map at an address that exists. */
export type Screen = {
  /** As the site map has it: `/orders/$order/pay`. */
  page: string
  /** Below the dashboard's own address. */
  address: string
}

/** Every page of the site map; `valuesOf` gives what stands for the parameters of a page, in their order. */
export function everyScreen(store_id: string, valuesOf: (page: string) => readonly string[]): Screen[] {
  const screen = (base: string) => (page: string) => ({ page, address: `${base}${filled(page, valuesOf)}` })
  return [...pagesOf(OF_A_SCOPE).map(screen(`/s/${store_id}`)), ...pagesOf(OF_NO_SCOPE).map(screen(''))]
}

/** The addresses of pages, with `$` before what stands for any part. */
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
