export const TAXES = [
  { label: 'Rates', address: 'taxes/rates' },
  { label: 'Classes', address: 'taxes/classes' },
  { label: 'Zones', address: 'taxes/zones' },
]
