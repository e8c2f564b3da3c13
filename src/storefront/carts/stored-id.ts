/** The ids, in the store, of all carts of a shopper begin so; the number of the cart follows. */
export function storedCartPrefix(shopper_id: string): string {
  return `sf.${shopper_id}.`
}

/** The id of a shopper's cart in the store. */
export function storedCartIdOf(shopper_id: string, number: number): string {
  return storedCartPrefix(shopper_id) + number
}
