import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../kernel/errors.ts'
import { bytesOf, type CustomData } from '../kit/values/custom-data.ts'
import { type Cart, type CartItem, MAX_CUSTOM_BYTES } from './cart.ts'

/** Throws `invalid` if the custom data of a cart and its lines is too large in total. */
export function assertCustomDataFits({ custom_attributes, items }: Cart): void {
  const all = [custom_attributes, ...items.flatMap((item) => [item.custom_inputs, item.custom_attributes])]
  const filled = all.filter((data) => Object.keys(data).length > 0)
  const size = filled.reduce((sum, data) => sum + bytesOf(data), 0)
  if (size <= MAX_CUSTOM_BYTES) return
  const detail = `The custom inputs and attributes of a cart and its lines must have at most ${MAX_CUSTOM_BYTES} bytes of JSON together, but have ${size}.`
  throw invalid([{ detail, pointer: '/data' }])
}

type LineKey = Pick<CartItem, 'product_id'> & CustomData

/** Finds the line that more of a product is added to: same product, same custom data. */
export function findSameLine<Line extends LineKey>(lines: readonly Line[], key: LineKey): Line | undefined {
  return lines.find((line) => line.product_id === key.product_id && hasSameData(line, key))
}

function hasSameData(one: CustomData, other: CustomData): boolean {
  return (
    isDeepStrictEqual(one.custom_inputs, other.custom_inputs) &&
    isDeepStrictEqual(one.custom_attributes, other.custom_attributes)
  )
}
