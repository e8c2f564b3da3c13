import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import type { Localized } from '../../kernel/text/languages.ts'
import { releaseFiles } from '../../store/catalog/products/release-files.ts'
import { type File, publicAddress } from '../../store/files/file.ts'
import { sizesOf } from '../../store/files/sizes/size.ts'
import { loadEach, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { localized } from '../texts.ts'
import { viewOf } from '../view.ts'
import { itemParams, type Product, productsFor } from './products.ts'

/**
 * The public files of each product, main image first: the files in its release, except those that became private or
 * were deleted.
 */
export async function assetsOf(context: StorefrontContext, products: readonly (Product | null)[]): Promise<File[][]> {
  const ids = products.map((product) => (product === null ? [] : fileIdsOf(product)))
  const loaded = await loadEach(context, 'public files', ids.flat(), (missing) => loadPublicFiles(context, missing))
  const byId = new Map(loaded.flatMap((file) => (file === null ? [] : [[file.id, file]])))
  return ids.map((own) => own.flatMap((id) => byId.get(id) ?? []))
}

function fileIdsOf({ main_image_file_id, file_ids }: Product): string[] {
  return [...new Set([...(main_image_file_id === null ? [] : [main_image_file_id]), ...file_ids])]
}

async function loadPublicFiles(context: StorefrontContext, ids: readonly string[]): Promise<[string, File][]> {
  const { release, file_revision } = await viewOf(context)
  if (release === null) return []
  const found = await releaseFiles(context.deps.db, release, file_revision, ids)
  return [...found].filter(([, file]) => file.public)
}

const list: StorefrontResource = {
  name: 'item assets',
  type: 'shop.collections.links',
  path: '/assets/:scope/items/:item',
  max_age: 600,
  cached: true,
  description: 'The pictures and other files of an item, the main picture first.',
  relations: { element: elements('item asset'), definition: { to: 'item definition', rev: 'assets' } },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const assets = await assetsOf(context, products)
    return products.map((product, index) => {
      const own = at(assets, index)
      if (product === null || own.length === 0) return 'missing'
      const params = itemParams(context, product.id)
      const links = own.map(({ id }) => ({ rel: 'element', params: { ...params, asset: encodeId(id) } }))
      return { links: [...links, { rel: 'definition', params }] }
    })
  },
}

const CONTENT = {
  'content-location': Type.String({
    format: 'uri',
    description:
      'The absolute URL of the content, which needs no token; it begins with the base that `X-Forwarded-Base` names, unless it is that of a link.',
  }),
  'relative-location': Type.Optional(
    Type.String({ description: 'The same without scheme and host; absent if the content is elsewhere.' }),
  ),
}

const pixels = (description: string) => Type.Integer({ minimum: 1, description })

const asset: StorefrontResource = {
  name: 'item asset',
  type: 'shop.assets.asset',
  path: '/assets/:scope/items/:item/:asset',
  max_age: 600,
  cached: true,
  description: 'A picture or another file of an item.',
  members: {
    name: Type.String({ description: 'The file name.' }),
    ...CONTENT,
    'media-type': Type.String({ description: 'The media type, such as `image/jpeg`.' }),
    width: Type.Optional(pixels('The width of a picture in pixels, if known.')),
    height: Type.Optional(pixels('The height of a picture in pixels, if known.')),
    'alternative-text': Type.String({
      description: 'A description of the picture in words; the name of the item if the file has none.',
    }),
    sizes: Type.Array(
      Type.Object({ width: pixels('In pixels.'), height: pixels('In pixels.'), ...CONTENT }, { title: 'AssetSize' }),
      { description: 'Smaller versions of a picture, the smallest first; none of an SVG.' },
    ),
  },
  relations: { list: { to: 'item assets', rev: 'element' } },
  async read(context, paramsList) {
    const products = await productsFor(context, paramsList)
    const assets = await assetsOf(context, products)
    return paramsList.map(({ asset: encoded = '' }, index) => {
      const id = decodeId(encoded)
      const product = at(products, index)
      const file = at(assets, index).find((one) => one.id === id)
      if (product === null || file === undefined) return 'missing'
      const params = itemParams(context, product.id)
      return {
        params: { ...params, asset: encodeId(id) },
        links: [{ rel: 'list', params }],
        ...renderAsset(context, file, product),
      }
    })
  },
}

function renderAsset(
  context: StorefrontContext,
  file: File,
  product: Product,
): Pick<ResourceState, 'data' | 'languages'> {
  const address = publicAddress(file, context.files_base)
  const { texts, languages } = alternativeText(context, file, product)
  const locate = (url: string) => ({
    'content-location': url,
    ...(file.file_location === null && { 'relative-location': url.slice(new URL(url).origin.length) }),
  })
  const data = {
    name: file.file_name || lastSegment(address),
    ...locate(address),
    'media-type': file.mime_type,
    ...(file.width !== null && file.height !== null && { width: file.width, height: file.height }),
    'alternative-text': texts.name,
    sizes: sizesOf(file).map((size) => ({ ...size, ...locate(`${address}?width=${size.width}`) })),
  }
  return { data, languages }
}

/** The text of the file, which has no translations, otherwise the name of the item. */
function alternativeText(context: StorefrontContext, { alternative_text }: File, product: Product): Localized<'name'> {
  const { name, language, locales } = product
  if (alternative_text !== '') return localized(context, { own: { name: alternative_text }, language })
  return localized(context, { own: { name }, language, locales })
}

/** The last segment of a URL's path if it has one, otherwise its host. */
function lastSegment(address: string): string {
  const { pathname, hostname } = new URL(address)
  return pathname.split('/').findLast((segment) => segment !== '') ?? hostname
}

export const assetResources = [list, asset]
