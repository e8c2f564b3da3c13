// Takes the screenshots docs/pictures/dashboard-*.png of a demo with a busy shop: node dashboard/scripts/pictures.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { connectTo, startDemo } from '../../test/support/demo.ts'
import { openBrowser } from '../../test/support/servers/browser.ts'
import { runTool } from '../../test/support/tool.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures')
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 720 }

type Picture = {
  name: string
  /** Relative to the store. `{integration}`, `{order}`, … are replaced with the latest of their kind. */
  address: string
  dark?: true
  phone?: true
}

const PICTURES: readonly Picture[] = [
  { name: 'home', address: '' },
  { name: 'integrations', address: '/integrations' },
  { name: 'jobs', address: '/integrations/{integration}/jobs?panel=job:{job}' },
  { name: 'job', address: '/integrations/{integration}/jobs/{job}', dark: true },
  { name: 'event', address: '/events/{event}' },
  { name: 'order', address: '/orders/{order}' },
  { name: 'promotion', address: '/promotions/{promotion}', dark: true },
  { name: 'prices', address: '/pricebooks/{pricebook}/prices' },
  { name: 'picker', address: '/integrations/new/events#kind=webhook&observes=order.paid%2Corder.fulfilled' },
  { name: 'phone', address: '/orders', phone: true },
]

const folder = await mkdtemp(path.join(tmpdir(), 'tidings-pictures-'))
const { tool, demo, greeting } = await startDemo(folder)
const browser = await openBrowser()
try {
  const env = { TIDINGS_DATA: folder }
  await runTool(['demo', 'shop', '--minutes', '1', '--rate', '60'], env)
  const ids = await newestIds()
  const storageState = await logIn(browser)
  for (const picture of PICTURES) {
    const context = await browser.newContext({
      viewport: picture.phone ? PHONE : WIDE,
      colorScheme: picture.dark ? 'dark' : 'light',
      storageState,
    })
    const page = await context.newPage()
    const address = picture.address.replaceAll(/\{(\w+)\}/g, (_, kind: string) => ids[kind] ?? '')
    await page.goto(`${origin()}/dashboard/s/${demo.store_id}${address}`)
    await takePicture(page, picture.name)
    Object.assign(storageState, await context.storageState())
    await context.close()
  }
} finally {
  await browser.close()
  await tool.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

function origin(): string {
  return demo.base_url.replace(/\/v2$/, '')
}

async function logIn(in_: Browser) {
  const link = /^\s*(http\S+#\S+)$/m.exec(greeting)?.[1]
  if (link === undefined) throw new Error('The demo printed no link.')
  const context = await in_.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return context.storageState()
}

/** A palette reduces the picture to a third of its size without a visible difference. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled' })
  const file = path.join(FOLDER, `dashboard-${name}.png`)
  const { size } = await sharp(picture).png({ palette: true, colors: 128, effort: 10 }).toFile(file)
  console.log(`${file}: ${Math.round(size / 1024)} KB`)
}

async function newestIds(): Promise<Record<string, string>> {
  const connection = await connectTo(demo)
  const first = async (address: string, filter?: string) => {
    const query = { 'page[limit]': '1', ...(filter === undefined ? {} : { filter }) }
    const { data } = (await connection.get(address, query)) as { data: { id: string }[] }
    return data[0]?.id ?? ''
  }
  const integration = await first('/integrations')
  return {
    integration,
    job: await first(`/integrations/${integration}/jobs`, 'eq(triggered_by,order.paid)'),
    event: await first('/events', 'eq(triggered_by,order.paid)'),
    order: await first('/orders', 'eq(payment,paid)'),
    promotion: await first('/promotions'),
    pricebook: await first('/pricebooks'),
  }
}
