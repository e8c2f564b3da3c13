import path from 'node:path'

/**
 * The relative URL from one page to another. Both are addresses below `/docs/`, '' is `/docs` itself; the target may name
 * an anchor. Relative ones work below every prefix that a proxy adds.
 */
export function relativeAddress(from: string, target: string): string {
  const [place = '', anchor] = target.split('#', 2)
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (place === from && suffix !== '') return suffix
  const up = '../'.repeat(path.posix.join('docs', from).split('/').length - 1)
  return up + path.posix.join('docs', place) + suffix
}

/** `Files of products` as a part of an address. */
export function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
