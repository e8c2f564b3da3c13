import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddress } from '../../src/integrations/rules/addresses.ts'

const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
const BASE64URL = 'x7Kp_2mQ-aZ09bYtRw3E'

test.each([
  ['https://warehouse.example.com/hooks/store', 'https://warehouse.example.com/hooks/store'],
  ['http://10.0.0.1:8080/hook', 'http://10.0.0.1:8080/hook'],
  ['http://[::1]:8080/a/', 'http://[::1]:8080/a/'],
  ['https://a.example', 'https://a.example/'],
  ['https://a.example/hook?token=short', 'https://a.example/hook?********'],
  ['https://a.example/hook#short', 'https://a.example/hook#********'],
  ['https://user:word@a.example/hook', 'https://********@a.example/hook'],
  ['https://token@a.example/hook', 'https://********@a.example/hook'],
  [`https://a.example/${HEX}/in`, 'https://a.example/********/in'],
  [`https://a.example/hooks/${BASE64URL}.json`, 'https://a.example/hooks/********'],
  ['https://a.example/hook;token=short/in', 'https://a.example/********/in'],
  ['https://a.example/user:short/in', 'https://a.example/********/in'],
  ['https://a.example/%61%62%63%64efghijklmnopqrstuv', 'https://a.example/********'],
  ['https://a.example/%ff', 'https://a.example/********'],
  [`https://${HEX}.functions.example/`, 'https://********.functions.example/'],
  ['https://warehouse-of-the-north.example.com/', 'https://warehouse-of-the-north.example.com/'],
  [
    'https://sqs.eu-west-1.amazonaws.com/123456789012/events',
    'https://sqs.eu-west-1.amazonaws.com/123456789012/events',
  ],
  ['stomp+ssl://mq-1.example.com:61614', 'stomp+ssl://mq-1.example.com:61614'],
  ['stomp://mq.example.com:61613?login=short', 'stomp://mq.example.com:61613?********'],
  ['mailto:somebody@a.example', '********'],
  ['not an address', '********'],
])('%s is masked as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

const letters = (alphabet: string, minLength: number, maxLength = 64) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const secret = fc.oneof(
  letters('0123456789abcdef', 20),
  letters(`${LOWER}${LOWER.toUpperCase()}0123456789-_`, 20),
  fc.uuid(),
)
const word = letters(LOWER, 1, 12)
const encoded = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

const address = fc.record({
  scheme: fc.constantFrom('http', 'https', 'stomp', 'stomp+ssl'),
  host: fc.tuple(word, word).map((labels) => labels.join('.')),
  port: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null }),
  path: fc.array(word, { maxLength: 5 }),
})
type Address = { scheme: string; host: string; port: number | null; path: string[] }

function written({ scheme, host, port, path }: Address, user = ''): string {
  return `${scheme}://${user}${host}${port === null ? '' : `:${port}`}/${path.join('/')}`
}

test('masks anything that looks like a secret, anywhere in the address', () => {
  const places: Record<string, (secret: string, base: Address) => string> = {
    user: (hidden, base) => written(base, `${hidden}@`),
    password: (hidden, base) => written(base, `user:${hidden}@`),
    query: (hidden, base) => `${written(base)}?key=${hidden}`,
    bare_query: (hidden, base) => `${written(base)}?${hidden}`,
    fragment: (hidden, base) => `${written(base)}#${hidden}`,
    segment: (hidden, base) => written({ ...base, path: [...base.path, hidden, 'in'] }),
    part: (hidden, base) => written({ ...base, path: [...base.path, `v1.${hidden}.json`] }),
    encoded: (hidden, base) => written({ ...base, path: [encoded(hidden), ...base.path] }),
    parameter: (hidden, base) => written({ ...base, path: [...base.path, `hook;k=${hidden}`] }),
  }
  fc.assert(
    fc.property(address, secret, fc.constantFrom(...Object.keys(places)), (base, hidden, place) => {
      const shown = maskAddress(places[place]?.(hidden, base) ?? '')
      expect(shown).toContain('********')
      expect(shown.toLowerCase()).not.toContain(hidden.toLowerCase())
      expect(shown.toLowerCase()).not.toContain(encoded(hidden))
    }),
    { numRuns: 2000 },
  )
})

test('masks user information and the query, of any length', () => {
  fc.assert(
    fc.property(address, letters('0123456789', 3, 8), (base, hidden) => {
      const free = { ...base, port: null }
      expect(maskAddress(`${written(free, `${hidden}:${hidden}@`)}?${hidden}#${hidden}`)).not.toContain(hidden)
    }),
  )
})

test('masking is idempotent, and words stay readable', () => {
  fc.assert(
    fc.property(address, (base) => {
      const shown = maskAddress(written(base))
      expect(shown).not.toContain('*')
      expect(maskAddress(shown)).toBe(shown)
    }),
  )
})
