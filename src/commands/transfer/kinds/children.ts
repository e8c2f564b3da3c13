import type { Kind, Members } from '../../../client/transfer/kind.ts'
import { bodyOf, changesOf, toLine } from '../../../client/transfer/line.ts'
import { InvalidLine } from '../../../client/transfer/refusal.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { products } from '../../../store/catalog/product.ts'
import { kindOf } from '../plain.ts'

/**
 * Children of products with variations. They cannot be created individually: the import builds them, as the seller did,
 * and then updates the differences. Their options identify them.
 */
export const children: Kind = {
  name: 'product-children',
  path: '/products/:product_id/children',
  owner: kindOf(products),
  type: 'product',
  frame: 'attributes',
  order: { key: 'sku' },
  sequential: true,
  match: ({ options }) => (options as readonly Members[]).map(({ name, value }) => [name, value]),
  omit: ['base_product'],
  related: ['files'],
  hasList: ({ attributes }) => isObject(attributes) && attributes.base_product === true,
  async write({ connection, path, content, findExisting, findAgain }) {
    const before = await findExisting()
    if (before === undefined) await connection.post(path.replace('/children', '/build'))
    const child = before ?? (await findAgain())
    if (child === undefined) throw new InvalidLine('The product has no child with these options.')
    const changes = changesOf(content, toLine(children, child))
    if (changes !== undefined) await connection.put(`/products/${child.id}`, bodyOf(children, changes))
    const outcome = before === undefined ? 'created' : changes === undefined ? 'unchanged' : 'updated'
    return { outcome, id: child.id, fresh: before === undefined }
  },
}
