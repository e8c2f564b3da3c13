import { globSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAsShopper } from '../../src/client/connection.ts'
import { eventually } from '../support/app.ts'
import { type StartedDemo, startDemo } from '../support/demo.ts'
import { stepsOf } from '../support/documents/guide.ts'
import { supplyGuide } from '../support/documents/guide-needs.ts'
import { openReader, type Reader, textOf } from '../support/documents/reader.ts'
import { endTools } from '../support/tool.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const GUIDES = globSync(['README.md', 'CONTRIBUTING.md', 'docs/guides/**/*.md'], { cwd: ROOT }).sort(storefrontFirst)
const WITH_COMMANDS = GUIDES.filter((file) => stepsOf(textOf(file)).length > 0)

/** Guides run by other files, which have the required servers. */
const ELSEWHERE = {
  'docs/guides/scaling.md': 'test/journeys/transport.test.ts',
  'docs/guides/high-availability.md': 'test/journeys/failover.test.ts',
}

/** Guides with `console` blocks that no test runs, with the reason. */
const NOT_RUN = {
  'docs/guides/high-availability.md':
    'They change three machines; test/journeys/failover.test.ts starts the same programs with the files that the guide shows.',
  'docs/guides/operating.md': 'They need an archive with what was dropped; test/journeys/archive.test.ts restores one.',
  'docs/guides/typed-clients.md': 'test/journeys/typescript-client.test.ts builds the client.',
  'docs/guides/installing.md':
    'They change the machine; test/journeys/packaging.test.ts installs each of them in a folder or a container.',
  'docs/guides/receive/*.md': 'They download packages of other languages; `npm run interop` runs the programs.',
}

let reader: Reader
let started: StartedDemo

/** Runs first, on the unchanged demo store, before other guides change it. */
function storefrontFirst(one: string, other: string): number {
  const rank = (file: string) => `${file.endsWith('/storefront.md') ? 0 : 1} ${file}`
  return rank(one) < rank(other) ? -1 : 1
}

beforeAll(async () => {
  reader = await openReader({ TIDINGS_DATA: 'data' })
  started = await startDemo(path.join(reader.folder, 'data'))
  const shopper = await connectAsShopper({ ...started.demo, store_id: undefined })
  const isOpen = () => shopper.get('/catalog/products', { 'page[limit]': '1' }).then(Boolean, () => false)
  await eventually(isOpen, (open) => open)
})
afterAll(async () => {
  await started?.tool.end('SIGINT')
  endTools()
  await reader.close()
})

test.for(WITH_COMMANDS.filter((file) => !(file in ELSEWHERE)))(
  'every command of %s runs in order and prints the output shown',
  { timeout: 120_000 },
  async (file) => {
    const { replaced, close } = await supplyGuide(file)
    const { port } = new URL(started.demo.base_url)
    expect(await reader.reads(file, { ...replaced, 7070: port })).toEqual([])
    await close()
  },
)

test('every guide with commands is run, and each exception has a reason', () => {
  expect(WITH_COMMANDS.length).toBeGreaterThan(10)
  for (const [guide, file] of Object.entries(ELSEWHERE)) expect(textOf(file)).toContain(guide)
  const others = GUIDES.filter((file) => /^ *```(console|bash|shell|zsh)$/m.test(textOf(file)))
  expect(others.filter((file) => !Object.keys(NOT_RUN).some((pattern) => path.matchesGlob(file, pattern)))).toEqual([])
})
