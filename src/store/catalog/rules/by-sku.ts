import { caseKey, plainText } from '../../../kernel/text/case-key.ts'

/**
 * Returns a lookup by SKU. Prefers the SKU as it is written to one that differs in case, because SKUs from before the
 * rule may differ only in case.
 */
export function lookupBySku<One extends { sku: string }>(all: Iterable<One>): (written: string) => One | undefined {
  const exact = new Map<string, One>()
  const alike = new Map<string, One>()
  for (const one of all) {
    exact.set(one.sku, one)
    const key = caseKey(one.sku)
    if (!alike.has(key)) alike.set(key, one)
  }
  return (written) => exact.get(written) ?? exact.get(plainText(written)) ?? alike.get(caseKey(written))
}
