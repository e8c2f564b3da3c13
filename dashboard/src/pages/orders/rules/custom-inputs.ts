/** Custom inputs of an item as text. */
export function customInputLines(inputs: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(inputs).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
