import path from 'node:path'

/**
 * The relative URL from one page to another, because relative URLs work below every prefix that a proxy adds. Both
 * addresses are below `/docs/`, '' is `/docs` itself; the target may have an anchor.
 */
export function relativeAddress(from: string, target: string): string {
  const [page = '', anchor] = target.split('#', 2)
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (page === from && suffix !== '') return suffix
  const up = '../'.repeat(path.posix.join('docs', from).split('/').length - 1)
  return up + path.posix.join('docs', page) + suffix
}

/** `files-of-products` for `Files of products`. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
