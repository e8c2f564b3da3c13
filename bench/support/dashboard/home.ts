import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import type { DashboardStage } from './stage.ts'

export async function measureHome(stage: DashboardStage) {
  const page = await stage.open()
  const responses: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/v2/')) responses.push(response)
  })
  await page.goto(stage.at('/'))
  await page.getByRole('heading', { level: 2, name: 'To fulfill' }).waitFor()
  await page.waitForLoadState('networkidle')
  const bodies = await Promise.all(responses.map((response) => response.body()))
  const sizes = bodies.map((body) => gzipSync(body).length)
  await page.context().close()
  return { requests: responses.length, largest_kb: Number((Math.max(...sizes) / 1024).toFixed(1)) }
}
