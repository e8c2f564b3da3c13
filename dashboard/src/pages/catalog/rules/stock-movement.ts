/** Type of a stock transaction. */
export type Movement = 'increment' | 'decrement' | 'allocate' | 'deallocate' | 'set'

const WORDS: Record<Movement, string> = {
  increment: 'Received',
  decrement: 'Taken out',
  allocate: 'Allocated',
  deallocate: 'Deallocated',
  set: 'Set',
}

export function describeMovement(action: Movement): string {
  return WORDS[action]
}

/** Units of a stock transaction with their sign. */
export function signedUnits({ action, quantity }: { action: Movement; quantity: number }): string {
  const units = Math.abs(quantity).toLocaleString('en-US')
  if (action === 'increment') return `+${units}`
  return action === 'decrement' ? `−${units}` : units
}

export type Stock = { on_hand: number; allocated: number; available: number }

/** Stock levels after a transaction, for a preview; null if the API would reject the transaction. */
export function afterMovement(stock: Stock, action: Movement, quantity: number): Stock | null {
  const { on_hand, allocated } = moved(stock, action, quantity)
  const isPossible = allocated >= 0 && on_hand >= allocated
  return isPossible ? { on_hand, allocated, available: on_hand - allocated } : null
}

function moved({ on_hand, allocated }: Stock, action: Movement, quantity: number) {
  switch (action) {
    case 'increment':
      return { on_hand: on_hand + quantity, allocated }
    case 'decrement':
      return { on_hand: on_hand - quantity, allocated }
    case 'allocate':
      return { on_hand, allocated: allocated + quantity }
    case 'deallocate':
      return { on_hand, allocated: allocated - quantity }
    case 'set':
      return { on_hand: quantity, allocated }
  }
}

export function isMovement(text: string): text is Movement {
  return Object.hasOwn(WORDS, text)
}
