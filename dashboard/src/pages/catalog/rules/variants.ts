/** An attribute in which the variants differ, as typed. */
export type DraftOption = { name: string; values: readonly string[] }

/** A combination of one value per option. */
export type Variant = { key: string; values: readonly string[] }

/** Options with a name and values; the others are still being typed. */
export function namedOptions(options: readonly DraftOption[]): DraftOption[] {
  return options
    .map(({ name, values }) => ({ name: name.trim(), values }))
    .filter(({ name, values }) => name !== '' && values.length > 0)
}

/** All combinations of the values; none without options. */
export function variantsOf(options: readonly DraftOption[]): Variant[] {
  const named = namedOptions(options)
  if (named.length === 0) return []
  const combinations = named.reduce<string[][]>(
    (before, { values }) => before.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  )
  return combinations.map((values) => ({ key: JSON.stringify(values), values }))
}

export const labelOf = ({ values }: Variant) => values.join(' / ')

/** SKU that the API gives a child: that of the product with the letters and digits of its values. */
export function defaultSku(sku: string, { values }: Variant): string {
  return [sku, ...values.map((value) => lettersOf(value) || value)].join('-')
}

function lettersOf(value: string): string {
  return value.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '')
}

/** Two values with the same letters and digits, of which the API would make equal SKUs; null if there are none. */
export function alikeValues(values: readonly string[]): [string, string] | null {
  for (const [at, value] of values.entries()) {
    const letters = lettersOf(value)
    const before = values.slice(0, at).find((other) => letters !== '' && lettersOf(other) === letters)
    if (before !== undefined) return [before, value]
  }
  return null
}
