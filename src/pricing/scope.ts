/** The prices that promotions can discount, in the order of computation. */
export const scopes = ['item', 'line_price', 'line_total', 'cart', 'shipping'] as const

export type Scope = (typeof scopes)[number]
