import type { Random } from './random.ts'

export const FIRST_NAMES = [
  'Ada',
  'Ben',
  'Carmen',
  'David',
  'Emily',
  'Farid',
  'Grace',
  'Hanna',
  'Ivan',
  'Jonas',
  'Kira',
]
export const LAST_NAMES = [
  'Marsh',
  'Okafor',
  'Ruiz',
  'Weber',
  'Nair',
  'Ashworth',
  'Lind',
  'Vogt',
  'Reed',
  'Costa',
  'Moss',
]

const STREETS = {
  US: ['Juniper Street', 'Hudson Avenue', 'Mesquite Lane', 'Harbor Way', 'Tenth Street'],
  DE: ['Lindenallee', 'Kastanienweg', 'Hafenstraße', 'Am Mühlbach', 'Gartenstraße'],
  GB: ['Orchard Row', 'Mill Lane', 'Harbour View', 'Chapel Street', 'Station Road'],
}

const CITIES = {
  US: [
    { city: 'Oakland', county: 'Alameda', region: 'CA', postcode: '94607' },
    { city: 'San Diego', county: 'San Diego', region: 'CA', postcode: '92101' },
    { city: 'Brooklyn', county: 'Kings', region: 'NY', postcode: '11201' },
    { city: 'Austin', county: 'Travis', region: 'TX', postcode: '78704' },
  ],
  DE: [
    { city: 'Hamburg', county: '', region: 'HH', postcode: '20099' },
    { city: 'Leipzig', county: '', region: 'SN', postcode: '04109' },
    { city: 'Köln', county: '', region: 'NW', postcode: '50667' },
  ],
  GB: [
    { city: 'Bristol', county: 'Bristol', region: 'BST', postcode: 'BS1 4DJ' },
    { city: 'Leeds', county: 'West Yorkshire', region: 'LDS', postcode: 'LS1 5AB' },
    { city: 'Falmouth', county: 'Cornwall', region: 'CON', postcode: 'TR11 3QQ' },
  ],
}

export function addressIn(country: keyof typeof CITIES, random: Random): Readonly<Record<string, string>> {
  const number = random.integer(1, 120)
  const street = random.pick(STREETS[country])
  const line_1 = country === 'DE' ? `${street} ${number}` : `${number} ${street}`
  return { line_1, ...random.pick(CITIES[country]) }
}
