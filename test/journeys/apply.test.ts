import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createKey } from '../../src/access/keys.ts'
import { applyPlan } from '../../src/client/configuration/apply-plan.ts'
import { readDesired } from '../../src/client/configuration/desired.ts'
import { makePlan } from '../../src/client/configuration/plan.ts'
import { readState } from '../../src/client/configuration/read-state.ts'
import { connect } from '../../src/client/connection.ts'
import { kinds } from '../../src/commands/configuration/kinds.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import { type Sample, samples } from '../support/configuration.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { endTools, runTool } from '../support/tool.ts'

let database: TestDatabase
let app: App
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  folder = await temporaryFolder('fast')
})
afterAll(async () => {
  endTools()
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const WEBHOOK_SECRET = 'a secret of the environment'
let seller: Client
let env: Record<string, string>
let key: { client_id: string; client_secret: string }
beforeEach(async () => {
  const tenant = await openTenant(app)
  seller = tenant.seller
  const { organization_id, store_id } = tenant
  key = await createKey(app.foundation.db, { organization_id, store_id, name: 'tool' }, Date.now())
  env = {
    TIDINGS_URL: app.origin,
    TIDINGS_CLIENT_ID: key.client_id,
    TIDINGS_CLIENT_SECRET: key.client_secret,
    XDG_CONFIG_HOME: folder,
    WEBHOOK_SECRET,
  }
})

type Document = { type: string; [member: string]: unknown }

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a command prints
type Json = any

let files = 0

/** Path of a file with the documents; text is written unchanged. */
async function fileOf(documents: readonly Document[] | string): Promise<string> {
  files += 1
  const file = path.join(folder, `${files}.yaml`)
  await writeFile(
    file,
    typeof documents === 'string' ? documents : documents.map((one) => stringify(one)).join('---\n'),
  )
  return file
}

async function apply(documents: readonly Document[] | string, ...options: string[]) {
  return runHere(['apply', await fileOf(documents), ...options], env)
}

/** The plan as JSON. Throws the error output if planning fails. */
async function planned(documents: readonly Document[] | string, ...options: string[]) {
  const { code, stdout, stderr } = await apply(documents, '--dry-run', '-o', 'json', ...options)
  if (code === 1) throw new Error(stderr)
  return { code, ...JSON.parse(stdout) }
}

const connectToStore = () => connect({ base_url: `${app.origin}/v2`, ...key, store_id: undefined })

const OPTIONS = { kinds, prune: false, prune_types: [], write_secrets: false }

const read = (documents: readonly Document[]) =>
  readDesired(
    documents.map((value) => ({ value, at: () => 'here' })),
    { kinds, left_out: {}, environment: env },
  )

function one<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('There is none.')
  return first
}

/** Members that a plan changes when one member of a document has another value. */
function changedBy({ document }: Sample, name: string, value: unknown): string[] {
  const kind = kinds.find(({ type }) => type === document.type)
  if (kind?.merged.includes(name)) return Object.keys(value as object).map((inner) => `${name}.${inner}`)
  return [kind?.aliases[name] ?? name]
}

describe('every type of configuration', () => {
  test('is applied once, even if the API normalizes it, and plans each changed member alone', async () => {
    const documents = samples.map(({ document }) => document)
    const first = await apply(documents, '--yes')
    expect(first).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`${samples.length - 3} created, 3 updated`),
    })
    expect(await planned(documents)).toMatchObject({ code: 0, steps: [], unchanged: { length: samples.length } })

    const connection = await connectToStore()
    const desired = read(documents)
    const state = await readState(connection, kinds, desired, [])
    for (const [index, sample] of samples.entries())
      for (const [name, value] of Object.entries(sample.changes)) {
        const { steps } = makePlan(
          desired.with(index, one(read([{ ...sample.document, [name]: value }]))),
          state,
          OPTIONS,
        )
        const found = steps.map((step) => [
          step.kind.type,
          'changes' in step && step.changes.map(({ member }) => member),
        ])
        expect(found).toEqual([[sample.document.type, changedBy(sample, name, value)]])
      }

    const changed = samples.map(({ document, changes, together }) => ({ ...document, ...changes, ...together }))
    expect(await apply(changed, '--yes')).toMatchObject({ code: 0, stderr: '' })
    expect(await planned(changed)).toMatchObject({ code: 0, steps: [] })
  })
})

const EUROS: Document = { type: 'currency', code: 'EUR', format: '{price} €', decimal_point: ',' }

test('a plan names what it would create and change, and changes nothing', async () => {
  await apply([EUROS], '--yes')
  const declared = [
    { ...EUROS, decimal_point: '.', thousand_separator: ',' },
    { type: 'tax_class', code: 'books', name: 'Books' },
  ]
  const plan = `~ currency EUR
    decimal_point: "," → "."
+ tax_class books
1 to create, 1 to update, 0 to delete, 0 unchanged
`
  expect(await apply(declared, '--dry-run')).toEqual({ code: 2, stdout: plan, stderr: '' })
  const refused = await apply(declared)
  expect(refused).toMatchObject({ code: 1, stdout: plan, stderr: expect.stringContaining('needs --yes') })
  expect((await seller.get('/v2/taxes/classes')).body.data).toEqual([])
  const diff = await runHere(['diff', await fileOf(declared)], env)
  expect(diff).toMatchObject({ code: 2, stderr: '' })
  expect(diff.stdout).toBe(`--- currency EUR
+++ currency EUR
@@ -1,4 +1,4 @@
 code: EUR
 format: "{price} €"
-decimal_point: ","
+decimal_point: .
 thousand_separator: ","
--- /dev/null
+++ tax_class books
@@ -0,0 +1,2 @@
+code: books
+name: Books
`)
  expect(await apply(declared, '--yes')).toMatchObject({ code: 0, stdout: `${plan}1 created, 1 updated, 0 deleted\n` })
  expect(await apply(declared)).toMatchObject({
    code: 0,
    stdout: '0 to create, 0 to update, 0 to delete, 2 unchanged\n',
  })
  expect(await runHere(['diff', await fileOf(declared)], env)).toMatchObject({ code: 0, stdout: '' })
})

test('reads folders, lists in JSON and standard input', async () => {
  const inside = path.join(folder, 'shop', 'inside')
  await mkdir(inside, { recursive: true })
  await writeFile(
    path.join(inside, 'a.json'),
    `[\n\t${JSON.stringify(EUROS)},\n\t{"type": "pricebook", "name": "Retail"}\n]`,
  )
  await writeFile(path.join(folder, 'shop', 'b.yml'), 'type: tax_zone\nname: Germany\ncountries: [{ country: DE }]\n')
  await writeFile(path.join(folder, 'shop', 'notes.txt'), 'not: [configuration')
  expect(await runHere(['apply', path.join(folder, 'shop'), '--dry-run'], env)).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/^3 to create/m),
  })
  const input = await runTool(['apply', '-', '--yes'], env, JSON.stringify(EUROS))
  expect(input).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') })
  const empty = await apply('# nothing\n')
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('no resource is declared') })
})

describe('references', () => {
  const tree: Document[] = [
    { type: 'catalog_rule', name: 'Everyone', catalog_id: 'Shop' },
    { type: 'catalog', name: 'Shop', hierarchy_ids: ['lighting'], pricebook_id: 'Retail' },
    { type: 'node', hierarchy_id: 'lighting', slug: 'oak', name: 'Oak', parent_id: 'desk' },
    { type: 'node', hierarchy_id: 'lighting', slug: 'desk', name: 'Desk', parent_id: 'lamps' },
    { type: 'node', hierarchy_id: 'lighting', slug: 'lamps', name: 'Lamps' },
    { type: 'hierarchy', slug: 'lighting', name: 'Lighting' },
    { type: 'pricebook', name: 'Retail' },
  ]

  test('are keys in any document order; a referrer is deleted before its target', async () => {
    expect(await apply(tree, '--yes')).toMatchObject({ code: 0, stderr: '' })
    const { steps } = await planned(
      [{ type: 'currency', code: 'EUR', format: '{price}' }],
      ...['catalog_rule', 'catalog', 'node', 'hierarchy', 'pricebook'].flatMap((type) => ['--prune-type', type]),
    )
    const deleted = steps
      .filter(({ action }: Json) => action === 'delete')
      .map(({ type, key: name }: Json) => `${type} ${name}`)
    expect(deleted).toEqual([
      'catalog_rule Everyone',
      'catalog Shop',
      'pricebook Retail',
      'node lighting/oak',
      'node lighting/desk',
      'node lighting/lamps',
      'hierarchy lighting',
    ])
    const moved = tree.map((one) =>
      one.slug === 'lamps' ? { ...one, parent_id: 'oak' } : one.slug === 'oak' ? { ...one, parent_id: null } : one,
    )
    expect(await apply(moved, '--yes')).toMatchObject({ code: 0, stderr: '' })
    expect(await planned(moved)).toMatchObject({ steps: [] })
  })

  test('can be ids, and are rejected if missing, ambiguous or about to be deleted', async () => {
    await apply(tree, '--yes')
    const { id } = (await seller.get('/v2/catalogs')).body.data[0]
    expect(await planned([{ type: 'catalog_rule', name: 'Everyone', catalog_id: id }])).toMatchObject({ steps: [] })
    const wrong = await apply([{ type: 'catalog_rule', name: 'Everyone', catalog_id: 'Shp' }], '--yes')
    expect(wrong.stderr).toMatch(/:3:1: `catalog_id`: there is no catalog Shp; did you mean Shop\?\n$/)
    const pruned = await apply(
      [{ type: 'catalog_rule', name: 'Everyone', catalog_id: 'Shop' }],
      '--prune-type',
      'catalog',
    )
    expect(pruned.stderr).toContain('the catalog Shop is to be deleted: declare it too.')
    await seller.post('/v2/catalogs', { data: { type: 'catalog', attributes: { name: 'Shop' } } })
    expect((await apply([{ type: 'catalog_rule', name: 'Everyone', catalog_id: 'Shop' }])).stderr).toContain(
      '2 resources of the store are a catalog Shop',
    )
    expect((await apply([{ type: 'catalog', name: 'Shop' }])).stderr).toContain(`rename or delete all but one`)
  })
})

describe('pruning', () => {
  test('deletes only undeclared resources of declared types and parents, never required ones', async () => {
    const nodesOf = (hierarchy_id: string): Document[] => [
      { type: 'hierarchy', slug: hierarchy_id, name: hierarchy_id },
      { type: 'node', hierarchy_id, slug: 'a', name: 'A' },
      { type: 'node', hierarchy_id, slug: 'b', name: 'B', parent_id: 'a' },
    ]
    const class_of = (code: string, more = {}): Document => ({ type: 'tax_class', code, name: code, ...more })
    await apply(
      [...nodesOf('one'), ...nodesOf('two'), class_of('x', { default: true }), class_of('y'), class_of('z')],
      '--yes',
    )
    const declared = [...nodesOf('one').slice(0, 2), { type: 'hierarchy', slug: 'two', name: 'two' }, class_of('y')]
    expect(await planned(declared)).toMatchObject({ steps: [] })
    const names = ({ steps }: Json) => steps.map(({ action, type, key: name }: Json) => `${action} ${type} ${name}`)
    expect(names(await planned(declared, '--prune'))).toEqual(['delete node one/b', 'delete tax_class z'])
    expect(names(await planned([...declared.slice(0, 3), class_of('y', { default: true })], '--prune'))).toEqual([
      'update tax_class y',
      'delete node one/b',
      'delete tax_class z',
      'delete tax_class x',
    ])
    const result = await apply([...declared.slice(0, 3), class_of('y', { default: true })], '--prune', '--yes')
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('- tax_class x\n') })
    expect((await seller.get('/v2/taxes/classes')).body.data.map(({ code }: Json) => code)).toEqual(['y'])
    expect((await apply(declared, '--prune-type', 'settings')).stderr).toContain(
      '--prune-type settings: it must be one of',
    )
    expect(names(await planned(declared, '--prune-type', 'authentication_realm'))).toEqual([])
  })

  test('keeps the codes of batches', async () => {
    const sale = {
      type: 'promotion',
      name: 'Sale',
      trigger: 'coupon',
      scope: 'cart',
      action: { kind: 'percent', ppm: 1000 },
    }
    const coupon = (code: string) => ({ type: 'coupon', promotion_id: 'Sale', code })
    await apply([sale, coupon('ONE'), coupon('TWO')], '--yes')
    const { id } = (await seller.get('/v2/promotions')).body.data[0]
    await seller.post(`/v2/promotions/${id}/coupon-batches`, { data: { type: 'coupon_batch', count: 3, length: 8 } })
    const { steps } = await planned([sale, coupon('one')], '--prune')
    expect(steps).toMatchObject([{ action: 'delete', type: 'coupon', key: 'Sale/TWO' }])
  })
})

describe('secrets', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what files contain.
  const hook = (more = {}, secret_key = '${WEBHOOK_SECRET}'): Document => ({
    type: 'integration',
    name: 'Hook',
    integration_type: 'webhook',
    observes: ['order.paid'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what files contain.
    configuration: { url: 'https://hook.example/', secret_key, authentication: { type: 'bearer', token: '${TOKEN}' } },
    ...more,
  })
  const TOKEN = 'token-of-the-hook-1111'

  test('come from the environment, are never printed, and are compared by their masks', async () => {
    env.TOKEN = TOKEN
    const printed: string[] = []
    const run = async (documents: Document[], ...options: string[]) => {
      const result = await apply(documents, ...options)
      printed.push(result.stdout, result.stderr, (await runHere(['diff', await fileOf(documents)], env)).stdout)
      return result
    }
    expect(await run([hook()], '--yes')).toMatchObject({ code: 0 })
    const { configuration } = (await seller.get('/v2/integrations')).body.data[0]
    expect(configuration).toMatchObject({ secret_key: WEBHOOK_SECRET })
    expect(await run([hook()])).toMatchObject({ code: 0, stdout: expect.stringContaining('0 to update') })
    env.WEBHOOK_SECRET = `${WEBHOOK_SECRET}, rotated`
    env.TOKEN = 'token-of-the-hook-2222'
    expect((await run([hook()], '--dry-run')).stdout).toBe(`~ integration Hook
    configuration.secret_key: (secret) → (secret)
    configuration.authentication: (secret) → (secret)
0 to create, 1 to update, 0 to delete, 0 unchanged
`)
    expect(printed.join('')).toContain('+  secret_key: (secret), to be written\n')
    expect(JSON.stringify(await planned([hook()]))).not.toContain('rotated')
    // The API repeats the value that it rejects.
    env.WEBHOOK_SECRET = 'whsec_no-base64'
    expect((await run([hook({ observes: ['order.none'] }, 'plain')], '--yes')).code).toBe(1)
    expect(await run([hook()], '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/:\d+:3: .*secret_key/),
    })
    for (const secret of [WEBHOOK_SECRET, 'token-of', 'no-base64']) expect(printed.join('')).not.toContain(secret)
  })

  test('are written on request and with every other change if their mask is equal', async () => {
    const written = async () => {
      const { id } = (await seller.get('/v2/integrations')).body.data[0]
      return (await seller.get(`/v2/integrations/${id}`)).headers.get('etag')
    }
    env.TOKEN = TOKEN
    await apply([hook()], '--yes')
    env.TOKEN = TOKEN.replace('token', 'Token')
    expect(await apply([hook()], '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 to update') })
    const before = await written()
    expect(await apply([hook()], '--yes', '--write-secrets')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 updated'),
    })
    expect(await written()).not.toBe(before)
  })
})

describe('mistakes', () => {
  test('are all reported with positions and allowed values before anything is changed', async () => {
    const text = `type: currency
code: EUR
format: no placeholder
decimal_place: 2
---
type: tax_clas
---
type: product
sku: LAMP
---
type: tax_class
name: Books
---
- type: tax_rate
  code: VAT
  tax_class_id: books
  tax_zone_id: Germany
  rate: high
- 5
`
    const { code, stderr } = await apply(text, '--yes')
    expect(code).toBe(1)
    expect(stderr.replaceAll(/\S+yaml/g, 'F').split('\n')).toEqual([
      'error: F:4:1: `decimal_place` is not a known member (did you mean `decimal_places`?).',
      expect.stringMatching(/^F:6:1: Unknown type tax_clas; did you mean tax_class\? It must be one of settings, /),
      'F:8:1: product cannot be declared: it is data of the assortment, which `tidings import` and the API write.',
      'F:11:1: `code` is required, as text that is not empty: it identifies the tax_class.',
      'F:18:3: rate must be a whole number.',
      'F:19:3: A document must be an object such as `{type: currency, code: EUR, …}`.',
      '',
    ])
    expect((await apply('a: [', '--yes')).stderr).toMatch(/\.yaml:1:5: /)
    const late = await apply(
      `type: tax_class\ncode: books\n---\ntype: tax_class\ncode: books\nname: B\n---\ntype: gateway\nslug: manual\n`,
    )
    expect(late.stderr.replaceAll(/\S+yaml/g, 'F')).toContain('F:1:1: name is required')
    expect(late.stderr.replaceAll(/\S+yaml/g, 'F')).toContain('The tax_class books is declared twice: first at F:1:1.')
    expect((await seller.get('/v2/taxes/classes')).body.data).toEqual([])
    await apply([{ type: 'custom_api', slug: 'a', name: 'A', api_type: 'a_ext' }], '--yes')
    const fixed = await apply([{ type: 'custom_api', slug: 'a', api_type: 'b_ext' }])
    expect(fixed.stderr).toMatch(/:3:1: `api_type` cannot be changed: it is "a_ext"/)
  })

  test('stop the run and list what was applied if only the API finds them; a rerun continues', async () => {
    const documents: Document[] = [
      { type: 'tax_class', code: 'books', name: 'Books' },
      {
        type: 'shipping_option',
        code: 'p',
        name: 'P',
        costs: {
          EUR: {
            by: 'weight',
            table: [
              { from: 5, amount: 1 },
              { from: 5, amount: 2 },
            ],
          },
        },
      },
      { type: 'pricebook', name: 'Retail' },
    ]
    const failed = await apply(documents, '--yes', '-o', 'json')
    expect(failed.stderr).toMatch(/yaml:14:9: shipping_option p: data\.costs\.EUR\.table\[1\]\.from must be greater/)
    expect(failed.stderr).toContain(
      `Applied: create tax_class books.\nNot applied: create shipping_option p, create pricebook Retail. Apply the files again`,
    )
    expect(JSON.parse(failed.stdout).steps.map(({ outcome }: Json) => outcome)).toEqual([
      'done',
      'failed',
      'not_started',
    ])
    const corrected = documents.with(1, {
      type: 'shipping_option',
      code: 'p',
      name: 'P',
      costs: { EUR: { amount: 1 } },
    })
    expect(await apply(corrected, '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 created') })
  })
})

test('resources changed since the plan are neither overwritten nor deleted', async () => {
  const books = (name: string) => ({ type: 'tax_class', code: 'books', name })
  await apply(
    [
      books('Books'),
      { type: 'tax_class', code: 'maps', name: 'Maps' },
      { type: 'tax_class', code: 'pens', name: 'Pens' },
    ],
    '--yes',
  )
  const connection = await connectToStore()
  const desired = read([books('All books')])
  const state = await readState(connection, kinds, desired, [])
  const plan = makePlan(desired, state, { ...OPTIONS, prune: true })
  expect(plan.steps.map(({ identity }) => identity)).toEqual(['books', 'pens', 'maps'])
  const classes = (await seller.get('/v2/taxes/classes')).body.data
  const rename = (index: number, name: string) =>
    seller.put(`/v2/taxes/classes/${classes[index].id}`, { data: { type: 'tax_class', name } })
  await rename(0, 'Somebody else')
  const failed = await applyPlan(connection, plan, state, { kinds, secrets: [] })
  expect(failed).toMatchObject({
    outcomes: ['failed', 'not_started', 'not_started'],
    failure: 'here: tax_class books: It has been changed since the plan was made (name).',
  })
  await rename(0, 'All books')
  await rename(1, 'Atlases')
  const deleted = await applyPlan(connection, plan, state, { kinds, secrets: [] })
  expect(deleted).toMatchObject({
    outcomes: ['done', 'done', 'failed'],
    failure: 'tax_class maps: It has been changed since the plan was made (name).',
  })
})
