/** Reasons why a promotion did not apply. */
const REASONS: Readonly<Record<string, string>> = {
  disabled: 'It is disabled',
  not_started: 'It had not started',
  ended: 'It had ended',
  wrong_currency: 'Another currency',
  used_up: 'It was used up',
  used_up_by_shopper: 'The shopper had used it up',
  coupon_missing: 'No coupon',
  coupon_refused: 'The coupon was refused',
  condition: 'A condition did not hold',
  gift_unavailable: 'The gift was not available',
  nothing_aimed_at: 'None of its items',
  nothing_left: 'Nothing was left to discount',
  too_few_units: 'Too few units',
  outdone: 'Others gave a larger discount',
}

export function reasonWords(kind: string): string {
  return REASONS[kind] ?? kind.replaceAll('_', ' ')
}
