import { expect, test } from 'vitest'
import { type Client, calling, openTenant } from '../support/app.ts'
import { KnownIds } from '../support/fuzz/known-ids.ts'
import { documentedOperations, type Operation } from '../support/fuzz/operations.ts'
import { populate } from '../support/fuzz/populate.ts'
import { openStage } from '../support/stage.ts'

/** List parameters with invalid and valid values. */
const QUERIES = [
  'filter=gt(created_at,x)',
  'filter=(',
  'filter=eq(id,00000000-0000-7000-8000-000000000000)&filter=eq(name,a)',
  'sort=-no_such',
  'page[limit]=0&page[offset]=x&page[total_method]=y',
  'include=items,no_such&include=files',
  'no_such[]=1',
]
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

test('every single-resource read accepts the list parameters or rejects them with a 4xx', async () => {
  const stage = await openStage()
  const { seller, shopper } = await openTenant(stage.app)
  const reads = documentedOperations(stage.contract.document).filter(isRead)
  const ids = new KnownIds(reads)
  await populate(learning(seller, ids), async (method, path, body) => {
    const response = await shopper.call(method, path, body)
    ids.learn(response.body)
    return response
  })
  const reached = new Set<string>()
  const failed: string[] = []
  for (const { name, path } of reads) {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids.of(parameter).at(-1) ?? UNKNOWN_ID)
    await Promise.all(
      QUERIES.map(async (query) => {
        const status = await statusOf(`${stage.app.origin}${address}?${query}`, seller.token)
        if (status >= 500) failed.push(`${status} ${address}?${query}`)
        if (status < 300) reached.add(name)
      }),
    )
  }
  await stage.close()
  expect(failed).toEqual([])
  expect(reached.size).toBeGreaterThan(reads.length / 3)
}, 120_000)

/** Exports are not JSON. */
async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.status
}

/** Streams do not end. */
function isRead({ method, path }: Operation): boolean {
  return method === 'GET' && path.startsWith('/v2/') && !path.endsWith('/stream')
}

/** Collects every URL in a response. */
function learning(client: Client, ids: KnownIds): Client {
  const call: Client['call'] = async (...request) => {
    const response = await client.call(...request)
    ids.learn(response.body)
    return response
  }
  return calling(client, call)
}
