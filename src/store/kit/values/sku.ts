import { invalid } from '../../../kernel/errors.ts'
import { plainText } from '../../../kernel/text/case-key.ts'
import { skuFault } from '../../../kernel/text/sku.ts'
import { type Attribute, text } from './attribute.ts'

/**
 * A stock keeping unit, stored as it is written, but without white space around it and in NFC. SKUs that differ only in
 * case are equal.
 */
export function sku(description: string): Attribute<string> {
  return text({ min: 1, description }, { letters: 'any', normal: readSku })
}

function readSku(written: string, pointer: string): string {
  const plain = plainText(written)
  const fault = skuFault(plain)
  if (fault === null) return plain
  throw invalid([{ detail: `${pointer.slice(1).replaceAll('/', '.')} ${fault}`, pointer }])
}
