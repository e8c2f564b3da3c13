import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files with texts that people read, including the output of the CLI. */
const FILES = globSync(
  [
    'src/**/*.{ts,js}',
    'dashboard/{src,scripts,test}/**/*.{ts,tsx}',
    'docs/**/*.{md,yml}',
    'clients/**/*.{md,ts}',
    'packaging/**/*.ts',
    'docs/operations/*.json',
    '{bin,examples,scripts,test,bench}/**/*.{js,mjs,ts}',
    '*.md',
  ],
  { exclude: ['docs/specification/**', 'dashboard/src/generated/**', 'test/unit/words.test.ts'] },
).sort()

/** Private words of the past, each with the usual word. Names are split: `placeOrder` is `place order`. */
const PRIVATE: readonly (readonly [RegExp, string])[] = [
  [/\b(un)?told\b|\btells?\b/, 'emit, publish, notify, report, or what is returned'],
  [/\bfire[sd]?\b|\bfiring\b/, 'emit, publish'],
  [/\bunheard\b/, 'in doubt'],
  [/\bbirths?\b/, 'leased on insert'],
  [/\bnumb\b/, 'heartbeat expired'],
  [/\bbrought\b/, 'delivered, bundled'],
  [/\bhand(s|ed|ing)? ?overs?\b/, 'dispatch'],
  [/\bcouriers?\b/, 'sender'],
  [/(?<!\bin )\bflight\b|\bflew\b/, 'in flight, attempt'],
  [/\bsure places\b/, 'reserved slots'],
  [/\bfooting\b/, 'token generation'],
  [/\bdoom(s|ed)?\b/, 'pending deletion'],
  [/\bchores?\b/, 'background job'],
  [/\bshel(f|ves)\b/, 'product, listing'],
  [/\bdeeds?\b/, 'action, step'],
  [/\boccasions?\b/, 'what it is'],
  [/\bset[ -]out\b/, 'what it is'],
  [/\bfigures?\b/, 'metric, amount, compute'],
  [/\bcatalogues?\b|\bbehaviours?\b|\bcolour(?!")|\bfavour|\blabelled\b/, 'American spelling'],
  [/\b(somebody|nobody|whoever|whence|thereof|lest)\b|\bfor ever\b/, 'plain English'],
  [/\bwatch(es|ing)? over\b/, 'monitor'],
  [/\bhostile world\b/, 'external failures'],
  [/\bwhat (there is|is under way)\b/, 'in-flight requests, contents'],
]

/** Forbidden names of declarations, since the same words are fine in sentences. */
const PRIVATE_NAMES =
  /^(?:.* )?(aim|answers?|asked|asking|company|doors?|emptied|exit|figures?|flight|nouns?|places?|rest(ed|s)|rooms?|side|sights?|turns?|verbs?|wanted|ways?)$/

/** Stable names of the database and of attempt logs, and technical terms. */
const STABLE =
  /leases_at_birth|inventories_figures|doomed_bytes|for_somebody_else|\btold as details\b|\btold = \$|^\s+told: unknown|'?colour'?": ?"|<\/?figure\b/g

const spaced = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (isTest(file) && !TITLE.test(line) ? line.replace(STRINGS, "''") : line).replace(STABLE, ''))

/** Tests send any words, so that only their titles, names and comments count. */
const isTest = (file: string) => /^(dashboard\/)?(test|bench)\//.test(file)

const TITLE = /^\s*(test|describe)\b/

const STRINGS = /'[^']*'|"[^"]*"|`[^`]*`/g

/** One combined pattern, because most lines contain none of the words. */
const ANY = new RegExp(PRIVATE.map(([word]) => word.source).join('|'))

function hitsIn(line: string): [hit: string, instead: string][] {
  if (!ANY.test(line)) return []
  return PRIVATE.flatMap(([word, instead]): [string, string][] => {
    const hit = word.exec(line)
    return hit === null ? [] : [[hit[0], instead]]
  })
}

test('published texts contain no private words', () => {
  const found = FILES.flatMap((file) =>
    linesOf(file)
      .map(spaced)
      .flatMap((line, index) =>
        hitsIn(line).map(([hit, instead]) => `${file}:${index + 1}: "${hit}"; the field says: ${instead}`),
      ),
  )
  expect(found).toEqual([])
})

test('declarations have no private names', () => {
  const found = FILES.filter((file) => file.startsWith('src/')).flatMap((file) =>
    linesOf(file).flatMap((line, index) =>
      [...line.matchAll(/\b(?:const|let|function|class|type) (\w+)/g)].flatMap(([, name = '']) =>
        PRIVATE_NAMES.test(spaced(name).trim()) ? [`${file}:${index + 1}: ${name}`] : [],
      ),
    ),
  )
  expect(found).toEqual([])
})

test('private words are found in names, comments and texts', () => {
  const isPrivate = (text: string) => hitsIn(spaced(text)).length > 0
  expect(['const toldOf = 1', '// It fires nothing.', 'HAND_OVER', 'tellOrder()'].every(isPrivate)).toBe(true)
  expect(['// requests in flight', 'inFlight', 'in_flight', 'a handover'].map(isPrivate)).toEqual([
    false,
    false,
    false,
    true,
  ])
})
