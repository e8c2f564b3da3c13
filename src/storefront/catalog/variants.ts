import type { ProductOption } from '../../store/catalog/product.ts'

type Variant = { options: readonly ProductOption[] }
type Named = Pick<ProductOption, 'name' | 'value'>

/**
 * The variant that a shopper gets who views `current` and chooses another value of one option: among the variants with
 * that value, the most similar to `current`, where earlier options weigh more. Choosing all values of a variant in the
 * order of the options therefore always ends at that variant, regardless of which combinations exist. The first of
 * several equally similar variants wins. Throws if no variant has the value.
 */
export function chooseVariant<Of extends Variant>(variants: readonly Of[], current: Of, chosen: Named): Of {
  const others = current.options.filter(({ name }) => name !== chosen.name)
  let candidates = variants.filter((variant) => hasValue(variant, chosen))
  for (const other of others) {
    const matching = candidates.filter((variant) => hasValue(variant, other))
    if (matching.length > 0) candidates = matching
  }
  const [found] = candidates
  if (found === undefined) throw new Error(`No variant has the value ${chosen.value} for ${chosen.name}.`)
  return found
}

function hasValue({ options }: Variant, { name, value }: Named): boolean {
  return options.some((option) => option.name === name && option.value === value)
}
