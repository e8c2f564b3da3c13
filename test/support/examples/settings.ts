import type { TourContext } from './context.ts'

/** Getting a token, and the entry points. */
export async function showAccess({ guest, key }: TourContext): Promise<void> {
  await guest('CreateAccessToken', { grant_type: 'client_credentials', ...key })
  await guest('GetIndex')
  await guest('GetHealth')
  await guest('GetReadiness')
}

/** Settings, payment gateways, currencies, taxes and shipping. */
export async function showSettings({ seller, aside }: TourContext): Promise<void> {
  await seller('UpdateSettings', { data: { type: 'settings', page_length: 50, cart_expiry_days: 14 } })
  await seller('UpdateCartSettings', { data: { type: 'settings', cart_expiry_days: 21 } })
  await seller('UpdateAccountMembershipSettings', {
    data: { type: 'account_membership_setting', membership_limit: 1_000 },
  })
  await seller(
    'UpdatePaymentGateway',
    { data: { type: 'gateway', enabled: true, test: true } },
    { at: { gateway_slug: 'sandbox' } },
  )
  await aside.put('/v2/gateways/manual', { data: { type: 'gateway', enabled: true } })
  await seller('CreateCurrency', {
    data: {
      type: 'currency',
      code: 'EUR',
      format: '{price} €',
      decimal_point: ',',
      thousand_separator: '.',
      exchange_rate: 0.92,
    },
  })
  await seller('UpdateCurrency', { data: { type: 'currency', exchange_rate: 0.94 } })
  await showTaxes(seller)
  await seller('CreateShippingOption', {
    data: {
      type: 'shipping_option',
      name: 'Parcel',
      code: 'parcel',
      carrier: 'Carrier Pigeon',
      countries: [{ country: 'US' }],
      costs: { USD: { amount: 595 } },
    },
  })
  await seller('UpdateShippingOption', { data: { type: 'shipping_option', description: 'Within three working days' } })
}

async function showTaxes(seller: TourContext['seller']): Promise<void> {
  const tax_class = await seller('CreateTaxClass', {
    data: { type: 'tax_class', name: 'Clothing', code: 'clothing', default: true },
  })
  await seller('UpdateTaxClass', { data: { type: 'tax_class', name: 'Clothing and shoes' } })
  const zone = await seller('CreateTaxZone', {
    data: { type: 'tax_zone', name: 'California', countries: [{ country: 'US', regions: ['CA'] }] },
  })
  await seller('UpdateTaxZone', {
    data: { type: 'tax_zone', name: 'West Coast', countries: [{ country: 'US', regions: ['CA', 'OR', 'WA'] }] },
  })
  await seller('CreateTaxRate', {
    data: {
      type: 'tax_rate',
      tax_class_id: tax_class.data.id,
      tax_zone_id: zone.data.id,
      name: 'Sales tax',
      code: 'sales-tax',
      rate: 72_500,
    },
  })
  await seller('UpdateTaxRate', { data: { type: 'tax_rate', rate: 75_000 } })
}
