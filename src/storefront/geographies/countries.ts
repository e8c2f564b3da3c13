import { countryCodes } from '../../store/addresses/countries.ts'
import { subdivisions } from '../../store/addresses/subdivisions.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { countryName } from './country-names.ts'

/** Those that addresses may be in. */
export const countries: Resource<Shop> = {
  name: 'countries',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries',
  max_age: 600,
  relations: { element: 'country' },
  async read(shop, addresses) {
    const links = countryCodes.map((code) => ({ rel: 'element', rev: 'list', params: countryAt(shop, code) }))
    return addresses.map(() => ({ links }))
  },
}

/** Its `name` is what addresses say. */
export const country: Resource<Shop> = {
  name: 'country',
  type: 'shop.geographies.country',
  path: '/geographies/:scope/countries/:country',
  max_age: 600,
  relations: { list: 'countries', regions: 'regions' },
  read: ofCountry((shop, { code, regions, params }) => ({
    params,
    links: [
      { rel: 'list', rev: 'element', params: { scope: shop.scope } },
      ...(regions.size === 0 ? [] : [{ rel: 'regions', rev: 'country', params }]),
    ],
    data: { name: code, 'display-name': countryName(shop.locale, code) },
  })),
}

/** Of the first level. */
export const regions: Resource<Shop> = {
  name: 'regions',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries/:country/regions',
  max_age: 600,
  relations: { element: 'region', country: 'country' },
  read: ofCountry((_, { regions, params }) => {
    if (regions.size === 0) return 'missing'
    const elements = [...regions.keys()].map(
      (code): Link => ({ rel: 'element', rev: 'list', params: { ...params, region: opaque(code) } }),
    )
    return { params, links: [...elements, { rel: 'country', rev: 'regions', params }] }
  }),
}

/** Nobody tells what they are called in other languages: a region's name is the one that it has at home. */
export const region: Resource<Shop> = {
  name: 'region',
  type: 'shop.geographies.region',
  path: '/geographies/:scope/countries/:country/regions/:region',
  max_age: 600,
  relations: { list: 'regions', country: 'country' },
  read: ofCountry((_, { regions, params }, asked) => {
    const code = readOpaque(asked.region ?? '')
    const name = regions.get(code)
    if (name === undefined) return 'missing'
    return {
      params: { ...params, region: opaque(code) },
      links: [
        { rel: 'list', rev: 'element', params },
        { rel: 'country', params },
      ],
      data: { name: code, 'display-name': name },
    }
  }),
}

/** A country of an address, with the names of its regions by code. */
type Found = { code: string; regions: ReadonlyMap<string, string>; params: Params }

function ofCountry(show: (shop: Shop, found: Found, asked: Params) => Body | Absent): Resource<Shop>['read'] {
  return async (shop, addresses) =>
    addresses.map((asked) => {
      const code = readOpaque(asked.country ?? '')
      const regions = subdivisions.get(code)
      if (regions === undefined) return 'missing'
      return show(shop, { code, regions, params: countryAt(shop, code) }, asked)
    })
}

function countryAt({ scope }: Shop, code: string): Params {
  return { scope, country: opaque(code) }
}
