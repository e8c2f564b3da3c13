const COUNT = new Intl.NumberFormat('en-US')

/** "10,000+" if counting ended at a limit. */
export function countText(count: number, at_least = false): string {
  return `${COUNT.format(count)}${at_least ? '+' : ''}`
}
