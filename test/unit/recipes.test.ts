import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { patchFiles, readPatch, readRecipes } from '../support/recipes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MOST_LINES = 20

const recipes = readRecipes()

test('every recipe has its example, and every example its recipe', () => {
  expect(recipes.length).toBeGreaterThan(8)
  expect(recipes.filter(({ files }) => files.length === 0).map(({ title }) => title)).toEqual([])
  expect(recipes.map(({ patch }) => patch).sort()).toEqual(patchFiles().sort())
})

describe.each(recipes)('$title', ({ patch, files, lines }) => {
  test(`has at most ${MOST_LINES} lines`, () => expect(lines).toBeLessThanOrEqual(MOST_LINES))

  test('names exactly the files that its example touches', () => {
    const { touched } = readPatch(patch)
    expect(touched.length).toBeGreaterThan(0)
    expect([...files].sort()).toEqual(touched.sort())
  })

  test('names files that exist or that its example creates', () => {
    const { created } = readPatch(patch)
    expect(files.filter((file) => existsSync(path.join(ROOT, file)) === created.includes(file))).toEqual([])
  })
})

describe('in a copy of the tree', () => {
  let copy: string
  beforeAll(async () => {
    copy = await temporaryFolder('fast')
    const names = await readdir(ROOT)
    for (const name of names.filter((name) => !name.startsWith('.') && name !== 'node_modules')) {
      await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
    }
    await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  })
  afterAll(() => rm(copy, { recursive: true }))

  /** What a program prints when it fails; '' when it succeeds. */
  async function failureOf(program: string, ...args: string[]): Promise<string> {
    // The folder is no part of a repository around it.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(copy) }
    const running = promisify(execFile)(program, args, { cwd: copy, env })
    return running.then(
      () => '',
      (error: Error & { stdout?: string }) => `${error.message}\n${error.stdout ?? ''}`,
    )
  }

  const apply = (patch: string, ...options: string[]) => failureOf('git', 'apply', ...options, path.join(ROOT, patch))

  test.each(recipes)('the example of "$title" applies', async ({ patch }) => {
    expect(await apply(patch, '--check')).toBe('')
  })

  test('all examples together compile', async () => {
    for (const { patch } of recipes) expect(await apply(patch), patch).toBe('')
    expect(await failureOf(path.join(ROOT, 'node_modules/.bin/tsc'), '--noEmit', '--checkers', '1')).toBe('')
  }, 180_000)
})
