import { InvalidLine } from '../../refusal.ts'
import type { Kind, Members } from '../kind.ts'
import { bodyOf, changesOf, toLine } from '../line.ts'
import { hasChildren } from './catalog.ts'

/**
 * The children of products with variations. They cannot be created one by one: the import builds them, as the seller did, and
 * then sets what differs. Their options identify them.
 */
export const children: Kind = {
  name: 'product-children',
  path: '/products/:products/children',
  type: 'product',
  frame: 'attributes',
  order: { key: 'sku' },
  sequential: true,
  match: ({ options }) => (options as readonly Members[]).map(({ name, value }) => [name, value]),
  omit: ['base_product'],
  related: ['files'],
  hasList: hasChildren,
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
