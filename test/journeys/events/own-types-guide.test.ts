import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { differences, runSteps, stepsOf } from '../../support/documents/guide.ts'
import { programOf } from '../../support/servers/debian.ts'
import { openStage } from '../../support/stage.ts'

const GUIDE = new URL('../../../docs/guides/publishing.md', import.meta.url)
const [, section = ''] = /^(## Event types of your own\n.*?)^## /ms.exec(await readFile(GUIDE, 'utf8')) ?? []
const steps = stepsOf(section)

test('the commands of the guide declare an event type and publish it, with the responses that it shows', async () => {
  const stage = await openStage()
  const bash = programOf('bash', ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash'])
  const { store } = await stage.tenant()
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', TIDINGS_URL: stage.app.base_url, TOKEN: store.token }
  const ran = await runSteps(bash, steps, { cwd: '/', env })
  await stage.close()
  expect(steps).toHaveLength(2)
  for (const [index, { response }] of steps.entries()) {
    const { output, errors, status } = ran[index] ?? {}
    expect(status, errors).toBe(0)
    expect(differences(JSON.parse(response ?? ''), JSON.parse(output ?? ''))).toEqual([])
  }
})
