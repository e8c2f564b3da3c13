// Prints every integration of a store that changed since the given time, in order of change, one JSON line each.
// node examples/read-changes.ts 2026-11-20T00:00:00Z
const { BASE_URL, TOKEN, BUFFER_SECONDS = '60' } = process.env
const until = Date.now() - 1000 * Number(BUFFER_SECONDS)

type Integration = { id: string; meta: { timestamps: { updated_at: string } } }

let after = `ge(updated_at,${process.argv[2] ?? '1970-01-01'})`
for (let page = await readPage(after); page.length > 0; page = await readPage(after)) {
  for (const integration of page) console.log(JSON.stringify(integration))
  after = behind(page.at(-1) as Integration)
}

/** Filter for rows after this one: a later time, or the same time and a greater id. */
function behind({ id, meta: { timestamps } }: Integration): string {
  const time = timestamps.updated_at
  return `(gt(updated_at,${time})|eq(updated_at,${time}):gt(id,${id}))`
}

async function readPage(after: string): Promise<Integration[]> {
  const query = new URLSearchParams({
    sort: 'updated_at',
    filter: `${after}:lt(updated_at,${until})`,
    'page[limit]': '100',
    'page[total_method]': 'observed',
  })
  const response = await fetch(`${BASE_URL}/integrations?${query}`, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: Integration[] }
  return data
}
