import type { ProductOption } from '../../store/catalog/product.ts'

type Variant = { options: readonly ProductOption[] }
type Named = Pick<ProductOption, 'name' | 'value'>

/**
 * The variant that a shopper gets who has one and chooses another value: of those that have the value the one that is most
 * like what the shopper had, where the options that come first count most. So whoever chooses all values of a variant, one
 * option after another as they are listed, comes to that variant, whatever combinations there are. Of several alike it is
 * the first of the list. Throws when no variant has the value.
 */
export function variantWith<Of extends Variant>(variants: readonly Of[], had: Of, chosen: Named): Of {
  const others = had.options.filter(({ name }) => name !== chosen.name)
  let left = variants.filter((variant) => hasValue(variant, chosen))
  for (const other of others) {
    const alike = left.filter((variant) => hasValue(variant, other))
    if (alike.length > 0) left = alike
  }
  const [found] = left
  if (found === undefined) throw new Error(`There is no variant whose ${chosen.name} is ${chosen.value}.`)
  return found
}

function hasValue({ options }: Variant, { name, value }: Named): boolean {
  return options.some((option) => option.name === name && option.value === value)
}
