import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Copy, copyTree, patchFiles, readPatch, readRecipes } from '../support/recipes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MAX_LINES = 25
const MAX_FILES = 7
const LIMIT_MS = 600_000

/** Unit tests that compare lists, documents and descriptions with the tree. */
const READING_THE_TREE = [
  ...['doc', 'event-', 'failures', 'migrations', 'transfer', 'environment', 'languages', 'words'].map(
    (name) => `test/unit/${name}`,
  ),
  ...['document', 'openapi', 'known-members', 'named-parts', 'unions', 'permissions'].map(
    (name) => `test/unit/http/${name}`,
  ),
  ...['client/configuration', 'store/resources', 'store/gateways', 'pricing/new-', 'integrations/kinds'].map(
    (name) => `test/unit/${name}`,
  ),
  ...['coverage-of-api', 'plain-resources', 'resources', 'site-map', 'words', 'promotion', 'integration'].map(
    (name) => `dashboard/test/unit/${name}`,
  ),
]

/** Journeys that name what a recipe has forgotten. */
const JOURNEYS = [
  'store/every-key',
  'store/resources',
  'storefront/graph',
  'apply',
  'failing-starts',
  'document-examples',
].map((name) => `test/journeys/${name}.test.ts`)

/** Tests that need a build, or that would follow recipes again. */
const NOT_IN_A_COPY = ['test/unit/{recipes,install}.test.ts', 'dashboard/test/unit/budget.test.ts']

const recipes = readRecipes()

test('every recipe has an example, and every example a recipe', () => {
  expect(recipes.length).toBeGreaterThan(8)
  expect(recipes.filter(({ files }) => files.length === 0).map(({ title }) => title)).toEqual([])
  expect(recipes.map(({ patch }) => patch).sort()).toEqual(patchFiles().sort())
})

test('CONTRIBUTING.md lists every recipe by its title', () => {
  const contributing = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  expect(recipes.filter(({ title, file }) => !contributing.includes(`| [${title}](${file}) |`))).toEqual([])
})

describe.each(recipes)('$title', ({ patch, files, lines }) => {
  test(`has at most ${MAX_LINES} lines and ${MAX_FILES} files`, () => {
    expect(lines).toBeLessThanOrEqual(MAX_LINES)
    expect(files.length).toBeLessThanOrEqual(MAX_FILES)
  })

  test('names exactly the files that its example changes', () => {
    const { touched } = readPatch(patch)
    expect(touched.length).toBeGreaterThan(0)
    expect([...files].sort()).toEqual(touched.sort())
  })

  test('names only files that exist or that its example creates', () => {
    const { created } = readPatch(patch)
    expect(files.filter((file) => existsSync(path.join(ROOT, file)) === created.includes(file))).toEqual([])
  })
})

describe('examples in a copy of the tree', () => {
  let copy: Copy
  beforeEach(async () => {
    copy = await copyTree()
  })
  afterEach(() => copy.close())

  async function expectCompiled(): Promise<void> {
    expect(await copy.run('node', 'scripts/generate.ts')).toBe('')
    expect(await copy.run('node', 'dashboard/scripts/generate.ts', '--types')).toBe('')
    expect(await copy.run('tsc', '--noEmit', '--checkers', '1')).toBe('')
    expect(await copy.run('tsc', '--noEmit', '-p', 'dashboard', '--checkers', '1')).toBe('')
  }

  test(
    'apply alone, and compile together and pass the unit tests that read the tree',
    async () => {
      for (const { patch } of recipes) expect(await copy.apply(patch, '--check'), patch).toBe('')
      for (const { patch } of recipes) expect(await copy.apply(patch), patch).toBe('')
      await expectCompiled()
      expect(await copy.run('vitest', 'run', '--project', 'unit', ...READING_THE_TREE)).toBe('')
    },
    LIMIT_MS,
  )

  const alone = process.env.RECIPES === 'alone' ? recipes : []
  for (const { title, patch } of alone) {
    test(
      `the example of "${title}" alone compiles and passes all unit tests and journeys that it can break`,
      async () => {
        expect(await copy.apply(patch)).toBe('')
        await expectCompiled()
        // Fails while the document shows no examples yet: that it does is verified with the other journeys.
        await copy.run('vitest', 'run', 'test/journeys/document-examples.test.ts', '-u')
        expect(await copy.run('node', 'scripts/generate.ts')).toBe('')
        const options = NOT_IN_A_COPY.flatMap((file) => ['--exclude', file])
        expect(await copy.run('vitest', 'run', '--project', 'unit', ...options)).toBe('')
        expect(await copy.run('vitest', 'run', ...JOURNEYS)).toBe('')
      },
      3 * LIMIT_MS,
    )
  }
})
