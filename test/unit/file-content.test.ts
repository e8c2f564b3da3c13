// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of files.
import { describe, expect, test } from 'vitest'
import { CONTENT_RULES } from '../../scripts/content-rules.ts'
import { fullFolders } from '../../scripts/folder-sizes.ts'

/** Each content rule with a file whose text breaks it. */
const CONTENT_BREACHES: [rule: string, file: string, text: string][] = [
  ['rules-are-pure', 'src/carts/rules/clock.ts', 'Date.now()'],
  ['rules-are-pure', 'src/carts/rules/today.ts', 'new Date()'],
  ['rules-are-pure', 'src/carts/rules/now.ts', 'Date()'],
  ['rules-are-pure', 'src/kernel/chance.ts', '[1].map(Math.random)'],
  ['rules-are-pure', 'src/pricing/id.ts', 'crypto.randomUUID()'],
  ['rules-are-pure', 'src/kernel/ids.ts', 'globalThis.crypto.getRandomValues(pool)'],
  ['rules-are-pure', 'src/kernel/elapsed.ts', 'performance.now()'],
  ['rules-are-pure', 'src/carts/rules/setting.ts', 'process.env.A'],
  ['rules-are-pure', 'src/pricing/rate.ts', "fetch('https://example.com')"],
  ['rules-are-pure', 'src/carts/rules/later.ts', 'setTimeout(f, 1)'],
  ['sql-stands-in-stores', 'src/carts/read.ts', '`select ${COLUMNS} from carts where id = $1`'],
  ['sql-stands-in-stores', 'src/carts/lock.ts', "'select 1'"],
  ['sql-stands-in-stores', 'src/carts/create.ts', "'insert into carts (id) values ($1)'"],
  ['sql-stands-in-stores', 'src/carts/change.ts', '`update ${table} as cart set name = $2`'],
  ['sql-stands-in-stores', 'src/carts/remove.ts', "'delete from carts where id = $1'"],
  ['sql-stands-in-stores', 'src/carts/tree.ts', '`with recursive tree as (values (1))`'],
  ['sql-stands-in-stores', 'src/carts/part.ts', '`${condition} and exists (select from carts)`'],
  ['sql-stands-in-stores', 'src/carts/analyze.ts', '`analyze ${table}`'],
  ['only-the-client-sends-requests', 'dashboard/src/pages/orders/list.tsx', '<a href="x">{fetch("/v2/orders")}</a>'],
  ['only-the-client-sends-requests', 'dashboard/src/kit/list.ts', 'new EventSource("/v2/deliveries/stream")'],
  ['rules-are-pure', 'dashboard/src/pages/orders/rules/today.ts', 'new Date()'],
  ['pages-have-one-format', 'dashboard/src/pages/carts/total.tsx', '<b>{price.formatted}</b>'],
  ['pages-have-one-format', 'dashboard/src/pages/home/clock.ts', 'new Intl.DateTimeFormat()'],
  ['terminals-show-control-characters', 'src/commands/gateways.ts', 'process.stdout.write("x")'],
  ['terminals-show-control-characters', 'src/client/follow.ts', 'process.stderr.write("x")'],
  ['types-are-not-escaped', 'src/store/carts/cart.ts', 'row as unknown as Cart'],
  ['types-are-not-escaped', 'dashboard/src/kit/list.ts', 'send(data as never)'],
]

const CONTENT_SOUND: [file: string, text: string][] = [
  ['src/carts/rules/given.ts', '(now: number) => new Date(now).toISOString()'],
  ['src/carts/rules/own.ts', '(process: { env: string }, crypto: string) => process.env + crypto'],
  ['src/kernel/repeat.ts', 'setTimeout(f, 1)'],
  ['src/carts/clock.ts', 'Date.now()'],
  ['src/tool/terminal.ts', 'process.stdout.write("x")'],
  ['src/carts/store.ts', "'select 1'"],
  ['src/carts/sql/lock.ts', "'select 1'"],
  ['src/db/lock.ts', "'select 1'"],
  ['dashboard/src/api/client.ts', 'fetch("/v2/orders")'],
  ['dashboard/src/pages/orders/list.tsx', '<T,>(query: { refetch(): T }) => <p>{String(query.refetch())}</p>'],
  ['dashboard/src/pages/integrations/rules/signature.ts', 'crypto.subtle'],
  ['src/carts/texts.ts', "['Select products from the list.', 'Insert it into the cart', 'The update sets a name']"],
]

describe('content rules', () => {
  const broken = (file: string, text: string) =>
    CONTENT_RULES.filter(({ covers, find }) => covers(file) && find(`export const a = ${text}\n`, file).length > 0)

  test.each(CONTENT_BREACHES)('%s is reported for %s', (rule, file, text) => {
    expect(broken(file, text).map(({ name }) => name)).toEqual([rule])
  })

  test.each(CONTENT_SOUND)('%s passes', (file, text) => {
    expect(broken(file, text)).toEqual([])
  })

  test('a finding has the right line, regardless of earlier files', () => {
    const found = CONTENT_RULES.flatMap(({ find }) => find('// ä\n\nexport const a = Date.now()\n', 'src/a.ts'))
    expect(found).toEqual([{ line: 3, found: 'Date.now' }])
  })

  test('every content rule has a breaking example', () => {
    expect(new Set(CONTENT_BREACHES.map(([rule]) => rule))).toEqual(new Set(CONTENT_RULES.map(({ name }) => name)))
  })
})

test('a folder has at most 20 files unless all have the same shape', () => {
  const filesOf = (folder: string) => Array.from({ length: 21 }, (_, index) => `${folder}/${index}.ts`)
  expect(fullFolders(filesOf('src/carts').slice(1))).toEqual([])
  expect(fullFolders(filesOf('src/carts'))).toEqual([
    'src/carts has 21 files of several shapes; at most 20 are allowed.',
  ])
  expect(fullFolders(filesOf('test/unit/http'))).toEqual([])
})
