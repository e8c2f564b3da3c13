import type { Fields, Outcome, Params, Resource } from './hypermedia/resource.ts'
import type { Shop } from './shop.ts'

type Form = {
  /** Such as `keyword search`. */
  name: string
  type: string
  /** Of the form, and of the action. */
  paths: { form: string; action: string }
  action: string
  fields: Fields
  /** The fields without a value. */
  data: Readonly<Record<string, unknown>>
  submit(shop: Shop, body: Record<string, unknown>): Promise<Outcome>
}

/**
 * A form and its action. Clients look at either and send it to either: what is at the address of the action is the form,
 * and the form takes what is meant for the action.
 */
export function formAndAction({ name, type, paths, action, fields, data, submit }: Form): Resource<Shop>[] {
  const target = `${name} action`
  const common = {
    type,
    max_age: 600,
    relations: { [action]: target },
    fields,
    read: async ({ scope }: Shop, addresses: readonly Params[]) =>
      addresses.map(() => ({ links: [{ rel: action, params: { scope } }], data })),
    post: (shop: Shop, _: Params, body: Record<string, unknown>) => submit(shop, body),
  }
  return [
    { ...common, name: `${name} form`, path: paths.form },
    { ...common, name: target, path: paths.action },
  ]
}
