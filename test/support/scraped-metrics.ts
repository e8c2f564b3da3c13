/** Parsed result of a scrape of `/metrics`. */
export type ScrapedMetrics = {
  /** Value of the series with this name and these labels, or 0 if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number
  series: readonly Series[]
  /** Label names by metric name. */
  labels: ReadonlyMap<string, ReadonlySet<string>>
}

type Series = { name: string; labels: Record<string, string>; value: number }

export async function scrape(address: string, token?: string): Promise<ScrapedMetrics> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(address, { headers })
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}.`)
  return parseQuote(await response.text())
}

function parseQuote(text: string): ScrapedMetrics {
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readSeries)
  const labels = new Map<string, Set<string>>()
  for (const one of series) {
    const known = labels.get(one.name) ?? new Set()
    for (const label of Object.keys(one.labels)) known.add(label)
    labels.set(one.name, known)
  }
  const has = (one: Series, wanted: Readonly<Record<string, string>>) =>
    Object.entries(wanted).every(([label, value]) => one.labels[label] === value)
  return {
    series,
    labels,
    value: (name, wanted = {}) => series.find((one) => one.name === name && has(one, wanted))?.value ?? 0,
  }
}

function readSeries(line: string): Series {
  const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === '') throw new Error(`No series: ${line}`)
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text])
  return { name, labels: Object.fromEntries(pairs), value: Number(value) }
}
