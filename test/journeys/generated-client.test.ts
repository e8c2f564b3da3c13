import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ts } from '@ts-morph/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { type App, openApp, openTenant } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let database: TestDatabase
let app: App
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  database = await testDatabase()
  app = await openApp(database)
  const generator = path.join(ROOT, 'test/support/generated-client/generate.ts')
  await run(process.execPath, [generator, path.join(ROOT, 'docs/openapi.json'), path.join(folder, 'client')], {
    cwd: ROOT,
  })
  const program = path.join(ROOT, 'test/fixtures/generated-client/program.ts.txt')
  await copyFile(program, path.join(folder, 'program.ts'))
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }))
})
afterAll(async () => {
  await app?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Of what a browser offers, a client uses `fetch`. */
const STRICT = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
}

test('a client is generated from the document, and compiles with a program that uses it', async () => {
  const compiled = await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--checkers', '1']).catch(
    ({ stdout }) => ({ stdout }),
  )
  expect(compiled.stdout).toBe('')
})

test('only JSON of any shape has no type', async () => {
  const text = await readFile(path.join(folder, 'client/types.gen.ts'), 'utf8')
  const places = untyped(ts.createSourceFile('types.gen.ts', text, ts.ScriptTarget.Latest, true))
  expect(places).toEqual([
    // What it holds is for its writer to know: `docs/decisions/0046-named-parts-of-the-document.md` says why it has no union.
    'JsonValue',
    'JsonObject[]',
    // The response has no body; the generator knows that of 204 alone.
    'CreateOneTimePasswordTokenRequestResponses.202',
  ])
})

/** The names around each `any` and `unknown`. */
function untyped(node: ts.Node, around = ''): string[] {
  if (node.kind === ts.SyntaxKind.UnknownKeyword || node.kind === ts.SyntaxKind.AnyKeyword) return [around]
  const found: string[] = []
  const own = nameOf(node)
  const place = own === '[]' || around === '' ? around + own : own === '' ? around : `${around}.${own}`
  ts.forEachChild(node, (child) => {
    found.push(...untyped(child, place))
  })
  return found
}

function nameOf(node: ts.Node): string {
  if (ts.isIndexSignatureDeclaration(node)) return '[]'
  const { name } = node as { name?: ts.Node }
  return name === undefined ? '' : name.getText()
}

test('the program logs in, publishes, and reads jobs and logs; it fills a cart and checks out', async () => {
  const { organization_id, store_id } = await openTenant(app)
  const key = await createKey(database.db, { organization_id, store_id, name: 'program' }, Date.now())
  const program = await import(path.join(folder, 'program.ts'))
  expect(await program.run(app.origin, key, 'http://127.0.0.1:9/')).toEqual({
    kind: 'webhook',
    product: 'Lamp',
    payload: { data: { type: 'order', id: 'o1', items: [[1]] } },
    jobs: 1,
    explained: true,
    lines: 1,
    total: 9000,
    refused: 'Not Found',
  })
})
