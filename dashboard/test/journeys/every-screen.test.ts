import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_TIMEOUT } from '../../../test/support/servers/browser.ts'
import type { Screen } from '../support/every-screen/addresses.ts'
import { type Filled, fillForEveryScreen } from '../support/every-screen/fill.ts'
import type { Seen } from '../support/every-screen/in-page.ts'
import { inPage, prepare } from '../support/every-screen/screen-page.ts'
import { CHOSEN, shareOf } from '../support/every-screen/share.ts'
import { LOOKS, openStage, type Stage, show } from '../support/stage.ts'

/** Timeout for the whole site map, as tested by `npm run dashboard:clicks`. */
const WHOLE_MS = 3_600_000

let stage: Stage
let filled: Filled
let page: Page
/** Errors of the browser and the server since the last read. */
let complaints: string[]

beforeAll(async () => {
  stage = await openStage()
  filled = await fillForEveryScreen(stage)
  const visit = await stage.open('/orders', { as: filled.person })
  page = visit.page
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    // Errors of the API are shown by the page.
    const isShown = line.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(line.type()) && !isShown) complaints.push(line.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} of ${response.url()}`)
  })
  await prepare(page)
  await openCold(filled.screens[0] as Screen)
}, BROWSER_TIMEOUT)
afterAll(async () => {
  // The init script stays in the context, which no other file may reuse.
  await page.context().close()
  await stage.close()
})

const at = ({ address }: Screen) => `/dashboard${address}`

/** Loads the screen as a new document. */
async function openCold(screen: Screen): Promise<void> {
  await page.goto(`${stage.app.origin}${at(screen)}`)
  await inPage(page, 'settle')
}

function takeComplaints(): string[] {
  return complaints.splice(0)
}

/** The width of a window of 1280 px at 200% zoom. */
const ZOOMED = { ...LOOKS[0], name: 'zoomed', viewport: { width: 640, height: 400 } } as const
const DARK_PHONE = { ...LOOKS[2], name: 'dark phone', colorScheme: 'dark' } as const

test.each([LOOKS[0], DARK_PHONE, ZOOMED])(
  `every page and dialog is accessible and not cut off: $name, ${CHOSEN}`,
  async (look) => {
    const found: Record<string, string[]> = {}
    await show(page, look as (typeof LOOKS)[number])
    for (const screen of shareOf(filled.screens, 4)) {
      await inPage(page, 'go', at(screen))
      const wrong = await inPage(page, 'tooWide')
      // Colors and roles do not depend on the width.
      if (look !== ZOOMED) wrong.push(...(await inPage(page, 'look')))
      if (wrong.length > 0) found[screen.page] = wrong
    }
    await show(page, LOOKS[0])
    expect(found).toEqual({})
    expect(takeComplaints()).toEqual([])
  },
  WHOLE_MS,
)

test(
  `each address shows the same when loaded directly and when followed as a link: ${CHOSEN}`,
  async () => {
    const warm: Record<string, Seen> = {}
    const cold: Record<string, Seen> = {}
    for (const screen of shareOf(filled.screens, 4)) {
      await inPage(page, 'go', at(screen))
      warm[screen.page] = await inPage(page, 'seen')
      // Opened immediately, because a delivery may be retried meanwhile.
      await openCold(screen)
      cold[screen.page] = await inPage(page, 'seen')
    }
    expect(cold).toEqual(warm)
    const atHome = Object.entries(cold).filter(([, { area }]) => area.includes('Home'))
    expect(atHome.map(([where]) => where).filter((where) => where !== '/')).toEqual([])
    expect(takeComplaints()).toEqual([])
  },
  WHOLE_MS,
)

// Runs last, because it also changes the theme and logs out.
test(
  `every control has an effect or a reason for being disabled, and opens accessible content: ${CHOSEN}`,
  async () => {
    const found: string[] = []
    const pressed: string[] = []
    for (const screen of shareOf(filled.screens, 4)) {
      await inPage(page, 'go', at(screen))
      const walked = await inPage(page, 'walk', 'page')
      found.push(...walked.faults, ...takeComplaints().map((complaint) => `${screen.page}: ${complaint}`))
      pressed.push(...walked.pressed)
    }
    const frame = await inPage(page, 'walk', 'frame')
    found.push(...frame.faults, ...takeComplaints())
    expect(found).toEqual([])
    expect(pressed.length + frame.pressed.length).toBeGreaterThan(10)
  },
  WHOLE_MS,
)
