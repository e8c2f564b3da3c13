import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failures, ofNetwork } from '../../src/access/limits/failures.ts'
import { AppError } from '../../src/kernel/errors.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const HERE = '192.0.2.1'
const ada = { scope: 'store', account: 'ada@example.com', address: HERE }

/** Seconds to wait, or 0 if the attempt may begin, which then counts as failed. */
function waitOf(
  failures: Failures,
  attempt: typeof ada,
  now = 0,
  begin: (attempt: typeof ada, now: number) => unknown = (one, at) => failures.begin(one, at),
): number {
  try {
    begin(attempt, now)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests' })
    return Number((error as { headers: Record<string, string> }).headers['retry-after'])
  }
}

function failOften(failures: Failures, times: number, attempt: (at: number) => typeof ada, now = 0): void {
  for (let at = 0; at < times; at += 1) expect(waitOf(failures, attempt(at), now)).toBe(0)
}

const addressOf = (at: number) => `198.51.${Math.floor(at / 250)}.${at % 250}`

test('an account waits at an address after ten failures, doubling up to 15 minutes', () => {
  const failures = new Failures()
  failOften(failures, 10, () => ada)
  const waits = []
  for (let now = 0, round = 0; round < 6; round += 1) {
    const wait = waitOf(failures, ada, now)
    waits.push(wait)
    expect(waitOf(failures, ada, now + wait * SECOND - 1)).toBe(1)
    now += wait * SECOND
    expect(waitOf(failures, ada, now)).toBe(0)
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900])
})

test('other accounts at the address, and the account elsewhere, do not wait', () => {
  const failures = new Failures()
  failOften(failures, 10, () => ada)
  expect(waitOf(failures, { ...ada, account: 'bob@example.com' })).toBe(0)
  expect(waitOf(failures, { ...ada, scope: 'another store' })).toBe(0)
  expect(waitOf(failures, { ...ada, address: '192.0.2.2' })).toBe(0)
  expect(waitOf(failures, ada)).toBe(60)
})

test('a name that resembles an account with an address is a different account', () => {
  const failures = new Failures()
  failOften(failures, 10, (at) => ({ ...ada, account: `${ada.account} from 192.0.2.1`, address: addressOf(at) }))
  expect(waitOf(failures, ada)).toBe(0)
})

test('an account under distributed guessing waits up to five minutes, except at known addresses', () => {
  const failures = new Failures()
  failures.begin(ada, 0).succeeded()
  failOften(failures, 50, (at) => ({ ...ada, address: addressOf(at) }))
  const elsewhere = { ...ada, address: '192.0.2.2' }
  expect(waitOf(failures, elsewhere)).toBe(1)
  let now = 0
  for (let round = 0; round < 20; round += 1) {
    now += 5 * MINUTE
    expect(waitOf(failures, { ...ada, address: addressOf(100 + round) }, now)).toBe(0)
  }
  expect(waitOf(failures, elsewhere, now)).toBe(300)
  expect(waitOf(failures, ada, now)).toBe(0)
})

test('an address with a thousand failures waits up to five seconds, except known accounts', () => {
  const failures = new Failures()
  failures.begin(ada, 0).succeeded()
  const stuffing = (at: number) => ({ ...ada, account: `${at}@example.com` })
  failOften(failures, 1000, stuffing)
  expect(waitOf(failures, stuffing(1000))).toBe(1)
  expect(waitOf(failures, ada)).toBe(0)
  for (let at = 1; at < 100; at += 1) waitOf(failures, stuffing(at), at * 5 * SECOND)
  expect(waitOf(failures, { ...ada, account: 'new@example.com' }, 99 * 5 * SECOND)).toBe(5)
})

test('an hour without failures, or a success, resets the count', () => {
  const failures = new Failures()
  failOften(failures, 9, () => ada)
  failures.begin(ada, 0).succeeded()
  failOften(failures, 10, () => ada)
  expect(waitOf(failures, ada, 1)).toBe(60)
  failOften(failures, 10, () => ada, HOUR)
})

test('successes remove their counts, even many concurrent ones', () => {
  const failures = new Failures()
  const many = Array.from({ length: 2000 }, (_, at) => ({ ...ada, account: `${at}@example.com` }))
  const some = many.slice(0, 1000).map((attempt) => failures.begin(attempt, 0))
  expect(waitOf(failures, many[1000] ?? ada)).toBe(1)
  for (const { succeeded } of some) succeeded()
  failOften(failures, 1000, (at) => many[1000 + at] ?? ada)
})

test('a check that errors does not count, and a rejection does', async () => {
  const failures = new Failures()
  const check = (error: Error) => failures.guard(ada, 0, () => Promise.reject(error))
  for (let at = 0; at < 20; at += 1) {
    await expect(check(new AppError('unavailable', [{ detail: 'later' }]))).rejects.toThrow('later')
    await expect(check(new Error('broken'))).rejects.toThrow('broken')
  }
  for (let at = 0; at < 10; at += 1)
    await expect(check(new AppError('bad_credentials', [{ detail: 'wrong' }]))).rejects.toThrow('wrong')
  await expect(failures.guard(ada, 0, async () => 'never asked')).rejects.toThrow('wait')
  expect(await failures.guard({ ...ada, account: 'bob@example.com' }, 0, async () => 'asked')).toBe('asked')
})

test('addresses of an IPv6 network count together', () => {
  const failures = new Failures()
  failOften(failures, 10, (at) => ({ ...ada, address: `2001:db8::${at}` }))
  expect(waitOf(failures, { ...ada, address: '2001:db8::ffff:1' })).toBe(60)
  expect(waitOf(failures, { ...ada, address: '2001:db8:0:1::1' })).toBe(0)
})

test('failures counted by network alone wait at most five seconds', () => {
  const failures = new Failures()
  const counts = [ofNetwork({ scope: 'codes', address: HERE })]
  for (let at = 0; at < 1000; at += 1) failures.count(counts, 0)
  expect(() => failures.count(counts, 0)).toThrow('wait')
  failures.count(counts, 5 * SECOND)
})

test('guessing at one account never delays another, from any address', () => {
  const guess = fc.record({ address: fc.nat(20).map(addressOf), after: fc.nat(600) })
  fc.assert(
    fc.property(fc.array(guess, { maxLength: 900 }), fc.nat(20), (guesses, at) => {
      const failures = new Failures()
      let now = 0
      for (const { address, after } of guesses) {
        now += after * SECOND
        waitOf(failures, { ...ada, address }, now)
      }
      expect(waitOf(failures, { ...ada, account: 'bob@example.com', address: addressOf(at) }, now)).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('registrations have their own counts, and count per network even when they succeed', async () => {
  const failures = new Failures()
  const taken = () => Promise.reject(new AppError('conflict', [{ detail: 'Taken.' }]))
  const outcomeOf = (attempt: typeof ada, run: () => Promise<unknown>) =>
    failures.guardSignUp(attempt, 0, run).then(
      () => 'registered',
      ({ code }: AppError) => code,
    )
  const outcomes = []
  for (let at = 0; at < 11; at += 1) outcomes.push(await outcomeOf(ada, taken))
  expect(outcomes).toEqual([...Array(10).fill('conflict'), 'too_many_requests'])
  expect(waitOf(failures, ada)).toBe(0)
  for (let at = 11; at < 1000; at += 1)
    expect(await outcomeOf({ ...ada, account: `${at}@example.com` }, async () => at)).toBe('registered')
  expect(await outcomeOf({ ...ada, account: 'eve@example.com' }, async () => 0)).toBe('too_many_requests')
  expect(await outcomeOf({ ...ada, account: 'eve@example.com', address: '192.0.2.2' }, async () => 0)).toBe(
    'registered',
  )
  expect(waitOf(failures, { ...ada, account: 'eve@example.com' })).toBe(0)
})

describe('guesses of codes', () => {
  const guess = (failures: Failures, account: string, { address = HERE, now = 0 } = {}): number =>
    waitOf(failures, { scope: 'codes', account, address }, now, (attempt, at) => failures.beginGuess(attempt, at))

  test('make a guesser wait after 20 wrong ones, doubling up to a minute', () => {
    const failures = new Failures()
    for (let times = 0; times < 20; times += 1) expect(guess(failures, 'ada')).toBe(0)
    const waits = []
    for (let now = 0; waits.length < 8; now += (waits.at(-1) ?? 0) * SECOND) {
      waits.push(guess(failures, 'ada', { now }))
      expect(guess(failures, 'ada', { now: now + (waits.at(-1) ?? 0) * SECOND })).toBe(0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('are not forgotten after a right one', () => {
    const failures = new Failures()
    for (let times = 0; times < 19; times += 1) guess(failures, 'ada')
    failures.beginGuess({ scope: 'codes', account: 'ada', address: HERE }, 0)()
    expect(guess(failures, 'ada')).toBe(0)
    expect(guess(failures, 'ada')).toBe(1)
  })

  test('limit guessers who change their session after more than three', () => {
    const failures = new Failures()
    const waits = Array.from({ length: 100 }, (_, at) => guess(failures, `session ${Math.floor(at / 10)}`))
    expect(waits.filter((wait) => wait > 0)).not.toHaveLength(0)
    expect(guess(failures, 'session 0', { address: '192.0.2.2' })).toBe(0)
  })

  test('let shoppers of one network make typing errors, whatever others of the network do', () => {
    const failures = new Failures()
    for (let at = 0; at < 60; at += 1) guess(failures, `guesser ${Math.floor(at / 10)}`)
    const waits = Array.from({ length: 300 }, (_, at) => guess(failures, `shopper ${Math.floor(at / 2)}`))
    expect(new Set(waits)).toEqual(new Set([0]))
  })
})
