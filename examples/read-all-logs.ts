// Prints every log of a store, oldest first, one JSON line each. Pass the last printed id to read only newer logs.
const { BASE_URL, TOKEN, BUFFER_SECONDS = '60' } = process.env
// Skips the latest rows, because earlier ones may not be committed yet; the next run reads them.
const until = Date.now() - 1000 * Number(BUFFER_SECONDS)
let last = process.argv[2] ?? '00000000-0000-0000-0000-000000000000'

for (let page = await readPage(last); page.length > 0; page = await readPage(last)) {
  for (const log of page) console.log(JSON.stringify(log))
  last = page.at(-1)?.id ?? last
}
console.error(`Read to ${last}`)

async function readPage(after: string): Promise<{ id: string }[]> {
  const query = new URLSearchParams({
    sort: 'id',
    filter: `gt(id,${after}):lt(created_at,${until})`,
    'page[limit]': '100',
    'page[total_method]': 'observed',
  })
  const response = await fetch(`${BASE_URL}/integrations/logs?${query}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { id: string }[] }
  return data
}
