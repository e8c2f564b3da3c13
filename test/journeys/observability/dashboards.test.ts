import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, openApp, openTenant } from '../../support/app.ts'
import { testDatabase } from '../../support/database/database.ts'
import { readPromql } from '../../support/documents/promql.ts'
import { type ScrapedMetrics, scrape } from '../../support/scraped-metrics.ts'
import { openReceiver } from '../../support/servers/receiver.ts'
import { publishOne, register } from '../../support/stage.ts'

const TOKEN = 'a-token-for-metrics'
/** Labels that Prometheus adds to every target. */
const OF_PROMETHEUS = ['job', 'instance']

let exposed_metrics: ScrapedMetrics

/** Metrics of a process that has accepted and delivered events, with a separate address for readers. */
beforeAll(async () => {
  const database = await testDatabase()
  const app = await openApp(database, { env: { TIDINGS_METRICS_TOKEN: TOKEN, DATABASE_READ_URL: database.direct_url } })
  const receiver = await openReceiver()
  const { seller } = await openTenant(app)
  await register(seller, receiver.url, ['order.paid'])
  await publishOne(seller, { triggered_by: 'order.paid', payload: { data: { type: 'order' } } })
  exposed_metrics = await eventually(
    () => scrape(`${app.origin}/metrics`, TOKEN),
    (found) =>
      found.value('tidings_deliveries_total', { kind: 'webhook', outcome: 'succeeded' }) === 1 &&
      found.labels.has('tidings_database_read_lag_seconds'),
  )
  await app.close()
  await receiver.close()
  await database.close()
})

afterAll(() => expect(exposed_metrics.series.length).toBeGreaterThan(0))

function read(file: string): Promise<string> {
  return readFile(new URL(`../../../docs/operations/${file}`, import.meta.url), 'utf8')
}

function expectReadable(expression: string): void {
  const { metrics, grouped } = readPromql(expression)
  expect(metrics.length, expression).toBeGreaterThan(0)
  for (const { name, labels } of metrics) {
    const known = exposed_metrics.labels.get(name)
    expect(known, `${name} is exposed`).toBeDefined()
    for (const label of labels) expect([...(known ?? []), ...OF_PROMETHEUS], `${name} has ${label}`).toContain(label)
  }
  const known = metrics.flatMap(({ name }) => [...(exposed_metrics.labels.get(name) ?? [])])
  for (const label of grouped) expect([...known, ...OF_PROMETHEUS], expression).toContain(label)
}

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] }

describe('the dashboard', async () => {
  const { panels, templating } = JSON.parse(await read('grafana-dashboard.json'))
  const shown: Panel[] = panels.filter(({ targets }: Panel) => targets !== undefined)

  test.each(shown)('"$title" uses only exposed metrics', ({ targets = [] }) => {
    for (const { expr, legendFormat } of targets) {
      expectReadable(expr)
      const { grouped, metrics } = readPromql(expr)
      const allowed =
        grouped.length > 0 ? grouped : /^(sum|min|max|histogram_quantile)\(/.test(expr) ? [] : OF_PROMETHEUS
      expect(metrics.every(({ labels }) => labels.includes('job'))).toBe(true)
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(allowed, expr).toContain(label)
    }
  })

  test('fills its variables from exposed metrics', () => {
    const definitions: string[] = templating.list.flatMap(({ definition = [] }) => definition)
    expect(definitions).toEqual(['label_values(tidings_build_info, job)'])
    expect(exposed_metrics.labels.has('tidings_build_info')).toBe(true)
  })

  test('has no panels that overlap or share an id', () => {
    const ids = panels.map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }: { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

describe('the alert rules', async () => {
  const rules = (await read('alerts.yml')).split(/^ {6}- alert: /m).slice(1)
  const names = rules.map((rule) => rule.split('\n', 1)[0] ?? '')

  test.each(rules.map((rule, index) => ({ name: names[index], rule })))(
    '$name uses only exposed metrics',
    ({ rule }) => {
      expectReadable(expressionOf(rule))
      for (const part of ['severity: ', 'summary: ', 'description: ']) expect(rule).toContain(part)
      for (const [, label] of rule.matchAll(/\$labels\.(\w+)/g)) {
        const { grouped, metrics } = readPromql(expressionOf(rule))
        const plain = metrics.flatMap(({ name }) => [...(exposed_metrics.labels.get(name) ?? []), ...OF_PROMETHEUS])
        expect(grouped.length > 0 ? grouped : plain).toContain(label)
      }
    },
  )

  test('have unique names', () => {
    expect(names.length).toBeGreaterThan(10)
    expect(new Set(names).size).toBe(names.length)
  })
})

/** Expression of a rule, on one line or folded over several. */
function expressionOf(rule: string): string {
  const [, text = ''] = /^ {8}expr: (?:>-)?\s*([\s\S]*?)\n {8}\w/m.exec(rule) ?? []
  return text.replaceAll(/\s+/g, ' ')
}

test('the documented metrics are exactly those of the service', async () => {
  const documented = [...(await read('metrics.md')).matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  const exposed = [...exposed_metrics.labels.keys()]
    .filter((name) => name.startsWith('tidings_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(documented.sort()).toEqual([...new Set(exposed)].sort())
})
