export type Heading = { level: number; id: string; text: string }

/** Gives each heading of a page a unique anchor, by the rules of repository hosts, so that links work in both. */
export function anchorNamer(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}
