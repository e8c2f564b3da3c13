export const BUYERS = [
  { label: 'Customers', address: 'customers' },
  { label: 'Accounts', address: 'accounts' },
  { label: 'Members', address: 'members' },
  { label: 'Realms', address: 'realms' },
]

const ADDRESS_COLUMNS = ['name', 'line_1', 'city', 'region', 'postcode', 'country'] as const

/** Shared by the addresses of customers and of accounts. */
export const ADDRESSES = {
  label: { one: 'address', many: 'addresses' },
  about: 'Where goods and bills go. Orders keep a copy of their own.',
  columns: ADDRESS_COLUMNS,
  search: 'line_1',
} as const

type Named = { name: string; first_name: string; last_name: string; line_1: string }

export function addressTitle({ name, first_name, last_name, line_1 }: Named): string {
  return name || [first_name, last_name].filter((part) => part !== '').join(' ') || line_1
}
