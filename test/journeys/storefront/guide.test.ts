import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAsShopper } from '../../../src/client/connection.ts'
import { eventually } from '../../support/app.ts'
import { type StartedDemo, startDemo } from '../../support/demo.ts'
import { differences, type Ran, runSteps, stepsOf } from '../../support/documents/guide.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { programOf } from '../../support/servers/debian.ts'
import { endTools } from '../../support/tool.ts'

const GUIDE = new URL('../../../docs/guides/storefront.md', import.meta.url)
const steps = stepsOf(await readFile(GUIDE, 'utf8'))

let folder: string
let started: StartedDemo
let ran: Ran[]

// As whoever pastes the guide into a terminal after `npm start`.
beforeAll(async () => {
  folder = await temporaryFolder('fast')
  const programs = [
    programOf('bash', ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash']),
    programOf('curl', ['/usr/bin/curl', '/usr/local/bin/curl', '/opt/homebrew/bin/curl']),
    programOf('jq', ['/usr/bin/jq', '/usr/local/bin/jq', '/opt/homebrew/bin/jq']),
  ] as const
  const [bash] = programs
  started = await startDemo(path.join(folder, '.tidings'))
  const { demo } = started
  const shopper = await connectAsShopper({ ...demo, store_id: undefined })
  await eventually(
    () =>
      shopper.get('/catalog/products', { 'page[limit]': '1' }).then(
        () => true,
        () => false,
      ),
    (isOpen) => isOpen,
  )
  const places = [...new Set(programs.map((program) => path.dirname(program)))]
  const env = { PATH: [...places, '/usr/bin', '/bin'].join(':'), LANG: 'C.UTF-8' }
  ran = await runSteps(bash, steps, { cwd: folder, env })
})
afterAll(async () => {
  await started?.tool.end('SIGINT')
  endTools()
  await rm(folder, { recursive: true })
})

test('no command of the guide fails', () => {
  expect(steps.length).toBeGreaterThan(30)
  const failed = ran.flatMap(({ status, errors }, index) => (status === 0 ? [] : [{ ...steps[index], status, errors }]))
  expect(failed.slice(0, 1)).toEqual([])
})

test.for(steps.flatMap((step, index) => (step.response === null ? [] : [{ ...step, index }])))(
  'the response after line $line is as in the guide',
  ({ response, index }) => {
    const { output, errors } = ran[index] ?? {}
    expect(output, errors).toMatch(/\S/)
    expect(differences(JSON.parse(response ?? ''), JSON.parse(output ?? ''))).toEqual([])
  },
)
