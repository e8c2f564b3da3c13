import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import { openReceiver, type Receiver } from '../../../test/support/servers/receiver.ts'
import { newWebhook, publish, retryFailed } from '../support/deliveries.ts'
import { axeInAllLooks, goTo, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let receiver: Receiver
/** Screens with content, each with a text that shows that it has loaded. */
let screens: [address: string, text: string | RegExp][]

beforeAll(async () => {
  stage = await openStage()
  receiver = await openReceiver()
  receiver.answer = (response, { body }) => response.writeHead(body.triggered_by === 'order.paid' ? 200 : 500).end('no')
  const id = await newWebhook(stage, receiver.url)
  await publish(stage, 2)
  await publish(stage, 1, 'order.updated')
  const { job, log, run, replay } = await retryFailed(stage, id)
  const at = `/integrations/${id}`
  screens = [
    [`${at}/jobs`, /^1000$/],
    [`${at}/jobs?panel=job:${job}`, /The last attempt failed/],
    [`${at}/jobs?filter=eq(status,cancelled)`, 'No jobs match'],
    [`${at}/jobs/run?action=cancel&range=all`, /Attempts in flight are not interrupted/],
    [`${at}/attempts`, /^1000$/],
    [`${at}/jobs/${job}`, 'Check the signature'],
    [`${at}/jobs/${job}/attempts/${log}?view=response`, 'Status 500'],
    [`${at}/jobs/${job}/attempts/${log}?view=payload`, /of its resource|Of event/],
    [`${at}/replays`, 'Everything'],
    [`${at}/replays/new`, 'Start the replay'],
    [`${at}/replays/${replay}`, 'Completed'],
    [`${at}/live`, /since you opened this page/],
    ['/live', /since you opened this page/],
    ['/integrations/runs', 'Retry 1 named job'],
    [`/integrations/runs/${run}`, '1 changed job'],
  ]
}, BROWSER_TIMEOUT)

afterAll(async () => {
  await stage.close()
  await receiver.close()
})

test(
  'every delivery screen is accessible in light, dark and on a phone, without sideways scroll',
  async () => {
    const { page, faults } = await stage.open('/live')
    const found: Record<string, string[]> = {}
    for (const [address, text] of screens) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await goTo(page, stage.at(address))
      await page.getByText(text).first().waitFor({ state: 'attached' })
      const wrong = await axeInAllLooks(page)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (wide > 0) wrong.push(`${wide} px too wide`)
      if (wrong.length > 0) found[address.replaceAll(/[0-9a-f-]{36}/g, 'ID')] = wrong
    }
    expect(found).toEqual({})
    expect(faults).toEqual([])
  },
  BROWSER_TIMEOUT,
)
