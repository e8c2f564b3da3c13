import { countryCodes } from '../../store/addresses/countries.ts'
import { subdivisions } from '../../store/addresses/subdivisions.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { countryName } from './country-names.ts'

/** The countries that addresses can be in. */
export const countries: StorefrontResource = {
  name: 'countries',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries',
  max_age: 600,
  relations: { element: 'country' },
  async read(context, paramsList) {
    const links = countryCodes.map((code) => ({ rel: 'element', rev: 'list', params: countryParams(context, code) }))
    return paramsList.map(() => ({ links }))
  },
}

/** `name` is the code that addresses use. */
export const country: StorefrontResource = {
  name: 'country',
  type: 'shop.geographies.country',
  path: '/geographies/:scope/countries/:country',
  max_age: 600,
  relations: { list: 'countries', regions: 'regions' },
  read: countryReader((context, { code, regions, params }) => ({
    params,
    links: [
      { rel: 'list', rev: 'element', params: { scope: context.scope } },
      ...(regions.size === 0 ? [] : [{ rel: 'regions', rev: 'country', params }]),
    ],
    data: { name: code, 'display-name': countryName(context.locale, code) },
  })),
}

/** First-level subdivisions. */
export const regions: StorefrontResource = {
  name: 'regions',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries/:country/regions',
  max_age: 600,
  relations: { element: 'region', country: 'country' },
  read: countryReader((_, { regions, params }) => {
    if (regions.size === 0) return 'missing'
    const elements = [...regions.keys()].map(
      (code): Link => ({ rel: 'element', rev: 'list', params: { ...params, region: encodeId(code) } }),
    )
    return { params, links: [...elements, { rel: 'country', rev: 'regions', params }] }
  }),
}

/** Its display name is in the country's language: no source has translations. */
export const region: StorefrontResource = {
  name: 'region',
  type: 'shop.geographies.region',
  path: '/geographies/:scope/countries/:country/regions/:region',
  max_age: 600,
  relations: { list: 'regions', country: 'country' },
  read: countryReader((_, { regions, params }, requested) => {
    const code = decodeId(requested.region ?? '')
    const name = regions.get(code)
    if (name === undefined) return 'missing'
    return {
      params: { ...params, region: encodeId(code) },
      links: [
        { rel: 'list', rev: 'element', params },
        { rel: 'country', params },
      ],
      data: { name: code, 'display-name': name },
    }
  }),
}

/** A country with the names of its regions by code. */
type LoadedCountry = { code: string; regions: ReadonlyMap<string, string>; params: Params }

function countryReader(
  render: (context: StorefrontContext, found: LoadedCountry, params: Params) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) =>
    paramsList.map((params) => {
      const code = decodeId(params.country ?? '')
      const regions = subdivisions.get(code)
      if (regions === undefined) return 'missing'
      return render(context, { code, regions, params: countryParams(context, code) }, params)
    })
}

function countryParams({ scope }: StorefrontContext, code: string): Params {
  return { scope, country: encodeId(code) }
}
