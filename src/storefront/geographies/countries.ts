import { Type } from 'typebox'
import { countryCodes } from '../../kernel/countries/countries.ts'
import { subdivisions } from '../../store/addresses/regions.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { countryName } from './country-names.ts'

export const countries: StorefrontResource = {
  name: 'countries',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries',
  max_age: 600,
  description: 'The countries that addresses can be in.',
  relations: { element: elements('country') },
  async read(context, paramsList) {
    const links = countryCodes.map((code) => ({ rel: 'element', params: countryParams(context, code) }))
    return paramsList.map(() => ({ links }))
  },
}

export const country: StorefrontResource = {
  name: 'country',
  type: 'shop.geographies.country',
  path: '/geographies/:scope/countries/:country',
  max_age: 600,
  description: 'A country.',
  members: {
    name: Type.String({ description: 'The code that addresses use, ISO 3166-1 alpha-2.' }),
    'display-name': Type.String({ description: 'The name in the language of the shopper, by default in English.' }),
  },
  relations: {
    list: { to: 'countries', rev: 'element' },
    regions: { to: 'regions', rev: 'country', when: 'if the country has subdivisions' },
  },
  read: countryReader((context, { code, regions, params }) => ({
    params,
    links: [
      { rel: 'list', params: { scope: context.scope } },
      ...(regions.size === 0 ? [] : [{ rel: 'regions', params }]),
    ],
    data: { name: code, 'display-name': countryName(context.locale, code) },
  })),
}

export const regions: StorefrontResource = {
  name: 'regions',
  type: 'shop.collections.links',
  path: '/geographies/:scope/countries/:country/regions',
  max_age: 600,
  description: 'The first-level subdivisions of a country.',
  relations: { element: elements('region'), country: { to: 'country', rev: 'regions' } },
  read: countryReader((_, { regions, params }) => {
    if (regions.size === 0) return 'missing'
    const elements = [...regions.keys()].map(
      (code): Link => ({ rel: 'element', params: { ...params, region: encodeId(code) } }),
    )
    return { params, links: [...elements, { rel: 'country', params }] }
  }),
}

export const region: StorefrontResource = {
  name: 'region',
  type: 'shop.geographies.region',
  path: '/geographies/:scope/countries/:country/regions/:region',
  max_age: 600,
  description: 'A subdivision of a country.',
  members: {
    name: Type.String({ description: 'The code that addresses use.' }),
    // Not translated, because no source has translations.
    'display-name': Type.String({ description: 'The name in the language of the country.' }),
  },
  relations: { list: { to: 'regions', rev: 'element' }, country: { to: 'country' } },
  read: countryReader((_, { regions, params }, requested) => {
    const code = decodeId(requested.region ?? '')
    const name = regions.get(code)
    if (name === undefined) return 'missing'
    return {
      params: { ...params, region: encodeId(code) },
      links: [
        { rel: 'list', params },
        { rel: 'country', params },
      ],
      data: { name: code, 'display-name': name },
    }
  }),
}

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
