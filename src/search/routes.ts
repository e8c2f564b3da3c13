import { Type } from 'typebox'
import type { Reader } from '../db/reading/reader.ts'
import type { Server } from '../http/server.ts'
import { badQuery } from '../kernel/errors.ts'
import { ownerId } from '../kernel/owner.ts'
import { search } from './search.ts'
import { TYPES } from './source.ts'
import { MAX_OF_TYPE } from './store.ts'

const MIN_LENGTH = 2

/** One search over everything that a merchant looks up by a number, a name, an address or an id. */
export function routes(server: Server, { reader, base_url }: { reader: Reader; base_url: string }): void {
  server.get(
    '/v2/search',
    { config: { access: 'seller', permission: null }, schema },
    async ({ query, caller, freshness }) => {
      const text = query.q.trim()
      if (text.length < MIN_LENGTH) throw badQuery('q', `q must have at least ${MIN_LENGTH} characters besides blanks.`)
      const who = { owner_id: ownerId(caller), permissions: caller.permissions }
      const groups = await reader.read(freshness, (db) => search(db, who, text))
      const data = groups.map(({ type, results }) => ({
        type,
        results: results.map(({ path, ...found }) => ({ ...found, links: { self: base_url + path } })),
      }))
      return { data }
    },
  )
}

const FoundType = Type.Enum([...TYPES], { title: 'FoundType' })

const FoundResource = Type.Object(
  {
    type: FoundType,
    id: Type.String({ format: 'uuid' }),
    label: Type.String({ description: 'Its number, name, code or event key.' }),
    detail: Type.String({ description: 'What distinguishes it: an e-mail address, a sku, a state.' }),
    links: Type.Object({ self: Type.String({ format: 'uri' }) }),
  },
  { $id: 'FoundResource' },
)

const schema = {
  operationId: 'Search',
  summary: 'Search everything',
  description:
    'Finds orders by the beginning of their number, e-mail address and external reference, customers by that of their e-mail ' +
    'address, and products by that of their sku; orders by the name of their customer, and customers, products, promotions ' +
    'and integrations by their own name, if words in it begin with all words of the search, with or without accents; coupons ' +
    'by their code; all of these and events by an id or at least its first 8 digits; and jobs by their id. Returns at most ' +
    `${MAX_OF_TYPE} resources of each type that the caller may read, and those that begin with the text first.`,
  tags: ['Search'],
  querystring: Type.Object({
    q: Type.String({
      minLength: MIN_LENGTH,
      maxLength: 255,
      description: 'The text to search for, in upper or lower case.',
    }),
  }),
  response: {
    200: Type.Object({
      data: Type.Array(Type.Object({ type: FoundType, results: Type.Array(FoundResource) }), {
        description: 'A group for each type with results.',
      }),
    }),
  },
}
