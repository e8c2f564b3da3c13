import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { LEVELS, openSharedStage, register, type Stage } from '../../support/stage.ts'

const URL = 'https://a.example'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

describe.each(LEVELS)('ListIntegrations at $level level', ({ level, observes }) => {
  let client: Client
  let made: { id: string; name: string }[]
  beforeAll(async () => {
    client = (await stage.tenant())[level]
    made = []
    for (const name of ['Able', 'Baker', 'Charlie', 'Dog', 'Easy']) {
      const description = name === 'Dog' ? 'a, "quoted" (one)' : `About ${name}`
      const more = { name, description, enabled: name === 'Baker' || name === 'Easy' }
      made.push(await register(client, URL, name === 'Able' ? observes.slice(0, 1) : observes, more))
    }
  })

  function list(query: string) {
    return client.get(`/v2/integrations?${query}`)
  }

  async function names(query: string): Promise<string[]> {
    const { status, body } = await list(query)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map((one: { name: string }) => one.name)
  }

  function address(query: string) {
    return `${stage.app.base_url}/integrations?${query}`
  }

  test('shows each integration exactly as GetIntegration does, in the order of creation', async () => {
    const { status, body } = await client.get('/v2/integrations')
    expect(status).toBe(200)
    expect(body.data).toEqual(made)
    expect(body).toEqual({
      data: made,
      links: {
        current: address('page[offset]=0&page[limit]=25'),
        first: address('page[offset]=0&page[limit]=25'),
        last: address('page[offset]=0&page[limit]=25'),
      },
      meta: {
        page: { limit: 25, offset: 0, current: 1, total: 1 },
        results: { total: 5, total_method: 'exact' },
      },
      results: { total: 5, total_method: 'exact' },
    })
  })

  test('an empty list has page, results and links', async () => {
    const empty = (await stage.tenant())[level]
    const { status, body } = await empty.get('/v2/integrations')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [],
      links: {
        current: address('page[offset]=0&page[limit]=25'),
        first: address('page[offset]=0&page[limit]=25'),
        last: address('page[offset]=0&page[limit]=25'),
      },
      meta: {
        page: { limit: 25, offset: 0, current: 1, total: 0 },
        results: { total: 0, total_method: 'exact' },
      },
      results: { total: 0, total_method: 'exact' },
    })
  })

  test('a page in the middle links to its neighbors and keeps the rest of the query', async () => {
    const rest = 'sort=-name&filter=like(name,*a*)&color=red'
    const { body } = await list(`${rest}&page[limit]=1&page[offset]=1&page[total_method]=exact`)
    expect(body.data).toMatchObject([{ name: 'Charlie' }])
    const at = (offset: number) => address(`${rest}&page[total_method]=exact&page[offset]=${offset}&page[limit]=1`)
    expect(body.links).toEqual({ current: at(1), first: at(0), last: at(2), prev: at(0), next: at(2) })
    expect(body.meta.page).toEqual({ limit: 1, offset: 1, current: 2, total: 3 })
  })

  test('the links lead through every integration once, forward and backward', async () => {
    const walk = async (start: string, direction: 'next' | 'prev') => {
      const seen: string[] = []
      for (let link: string | undefined = start; link !== undefined; ) {
        const { body } = await client.get(link.replace(stage.app.base_url, '/v2'))
        seen.push(...body.data.map((one: { name: string }) => one.name))
        link = body.links[direction]
      }
      return seen.sort()
    }
    const { body } = await list('page[limit]=2&page[total_method]=exact')
    expect(await walk(body.links.first, 'next')).toEqual(made.map((one) => one.name))
    expect(await walk(body.links.last, 'prev')).toEqual(made.map((one) => one.name))
  })

  test.each([
    ['exact', 0, { total: 5, total_method: 'exact' }],
    ['lower_bound', 0, { total: 5, total_method: 'exact' }],
    ['observed', 0, { total: 3, total_method: 'observed' }],
    ['observed', 2, { total: 5, total_method: 'observed' }],
    ['observed', 4, { total: 5, total_method: 'exact' }],
    ['exact', 40, { total: 5, total_method: 'exact' }],
    ['observed', 40, { total: 5, total_method: 'exact' }],
  ])('total method %s from record %i on returns %o', async (method, offset, results) => {
    const { body } = await list(`page[limit]=2&page[offset]=${offset}&page[total_method]=${method}`)
    expect(body.results).toEqual(results)
    expect(body.meta.results).toEqual(results)
    expect(body.meta.page.total).toBe(Math.ceil(results.total / 2))
    expect('last' in body.links).toBe(results.total_method === 'exact')
    expect('next' in body.links).toBe(offset < 4)
    expect('prev' in body.links).toBe(offset > 0)
  })

  test('the default total method is lower_bound, which is exact for small totals', async () => {
    const { body } = await list('page[limit]=2')
    expect(body.results).toEqual({ total: 5, total_method: 'exact' })
  })

  test('a limit above 100 is reduced to 100 in the response', async () => {
    const { body } = await list('page[limit]=1000')
    expect(body.meta.page).toEqual({ limit: 100, offset: 0, current: 1, total: 1 })
    expect(body.links.current).toBe(address('page[offset]=0&page[limit]=100'))
  })

  test('an offset above 10,000 is accepted', async () => {
    const { status, body } = await list('page[offset]=10001')
    expect(status).toBe(200)
    expect(body.data).toEqual([])
    expect(body.meta.page.current).toBe(401)
  })

  test.each([
    ['page[limit]', '0'],
    ['page[limit]', '-1'],
    ['page[limit]', 'many'],
    ['page[limit]', '1.5'],
    ['page[offset]', '-1'],
    ['page[offset]', 'x'],
    ['page[total_method]', 'guess'],
    ['sort', 'color'],
    ['sort', 'observes'],
    ['filter', 'eq(color,red)'],
    ['filter', 'gt(enabled,true)'],
    ['filter', 'eq(enabled,maybe)'],
    ['filter', 'eq(id,7)'],
    ['filter', 'eq(name'],
    ['filter', 'name=x'],
  ])('%s=%s is a 400 that names the parameter', async (parameter, value) => {
    const { status, body } = await list(`${parameter}=${value}`)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ status: 400, title: 'Bad Request', source: { parameter } }])
  })

  test('rejects an invalid sort field, filter field or operator with a list of the valid ones', async () => {
    const detail = async (query: string) => (await list(query)).body.errors[0].detail
    expect(await detail('sort=color')).toContain('[created_at description enabled id integration_type name updated_at]')
    expect(await detail('filter=eq(color,red)')).toContain(
      'unknown field [color] specified in search filter, allowed fields are [created_at description enabled id integration_type name observes updated_at]',
    )
    expect(await detail('filter=gt(enabled,true)')).toContain('unknown operator [gt]')
    expect(await detail('filter=gt(enabled,true)')).toContain('allowed operators are [eq]')
    expect(await detail('filter=eq(name')).toContain('Could not parse the supplied filter')
  })

  test('sorts by every sortable field in both directions', async () => {
    const given = ['Able', 'Baker', 'Charlie', 'Dog', 'Easy']
    for (const field of ['name', 'created_at', 'updated_at', 'id']) {
      expect(await names(`sort=${field}`), field).toEqual(given)
      expect(await names(`sort=-${field}`), field).toEqual(given.toReversed())
    }
    expect(await names('sort=enabled')).toEqual(['Able', 'Charlie', 'Dog', 'Baker', 'Easy'])
    expect(await names('sort=-enabled,name')).toEqual(['Baker', 'Easy', 'Able', 'Charlie', 'Dog'])
    expect(await names('sort=integration_type')).toEqual(given)
  })

  test('filters by every field, combined by and and or, in unencoded URLs', async () => {
    expect(await names('filter=eq(enabled,true)')).toEqual(['Baker', 'Easy'])
    expect(await names('filter=(eq(name,Able)|eq(name,Dog))')).toEqual(['Able', 'Dog'])
    expect(await names('filter=like(name,*e):eq(enabled,false)')).toEqual(['Able', 'Charlie'])
    expect(await names('filter=ilike(name,*A*)&filter=eq(enabled,true)')).toEqual(['Baker', 'Easy'])
    expect(await names('filter=in(name,Able,Easy)')).toEqual(['Able', 'Easy'])
    expect(await names('filter=eq(description,"a, \\"quoted\\" (one)")')).toEqual(['Dog'])
    expect(await names(`filter=contains(observes,${observes[1]})`)).toEqual(['Baker', 'Charlie', 'Dog', 'Easy'])
    expect(await names('filter=eq(integration_type,stomp)')).toEqual([])
    expect(await names(`filter=gt(id,${made[2]?.id})`)).toEqual(['Dog', 'Easy'])
    expect(await names('filter=ge(created_at,2018-04-16T10:11:59.715Z)')).toHaveLength(5)
    expect(await names('filter=lt(updated_at,2018-04-16)')).toEqual([])
  })

  test('paging by the last id returns the whole collection without an offset', async () => {
    const seen: string[] = []
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { body } = await list(`sort=id&page[limit]=2&filter=gt(id,${last})`)
      seen.push(...body.data.map((one: { name: string }) => one.name))
      if (body.data.length < 2) break
      last = body.data.at(-1).id
    }
    expect(seen).toEqual(['Able', 'Baker', 'Charlie', 'Dog', 'Easy'])
  })

  test('unknown query parameters are ignored', async () => {
    expect(await names('color=red&include=items&page[size]=1')).toHaveLength(5)
  })

  test('shows neither deleted integrations nor those of others', async () => {
    const tenant = await stage.tenant()
    const gone = await register(tenant[level], URL, observes)
    await tenant[level].delete(`/v2/integrations/${gone.id}`)
    expect((await tenant[level].get('/v2/integrations')).body.data).toEqual([])
  })
})

test('integrations of a store and of its organization are separate lists', async () => {
  const { store, organization } = await stage.tenant()
  const ofStore = await register(store, URL, ['integration.created'])
  const ofOrganization = await register(organization, URL, ['integration.created'])
  expect((await store.get('/v2/integrations')).body.data).toEqual([ofStore])
  expect((await organization.get('/v2/integrations')).body.data).toEqual([ofOrganization])
  const headers = { 'X-Store-Id': store.store_id }
  expect((await organization.call('GET', '/v2/integrations', undefined, headers)).body.data).toEqual([ofStore])
})
