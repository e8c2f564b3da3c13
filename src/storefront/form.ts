import type { StorefrontContext, StorefrontResource } from './context.ts'
import type { ChangeResult, Fields, Params } from './hypermedia/resource.ts'

type FormOptions = {
  /** Such as `keyword search`. */
  name: string
  type: string
  paths: { form: string; action: string }
  /** The relation from the form to its action. */
  action: string
  fields: Fields
  /** The initial values of the fields. */
  data: Readonly<Record<string, unknown>>
  submit(context: StorefrontContext, body: Record<string, unknown>): Promise<ChangeResult>
}

/** A form and its action. Clients read and submit either: both return the form on GET and accept it on POST. */
export function formResources({ name, type, paths, action, fields, data, submit }: FormOptions): StorefrontResource[] {
  const target = `${name} action`
  const common = {
    type,
    max_age: 600,
    relations: { [action]: target },
    fields,
    read: async ({ scope }: StorefrontContext, paramsList: readonly Params[]) =>
      paramsList.map(() => ({ links: [{ rel: action, params: { scope } }], data })),
    post: (context: StorefrontContext, _: Params, body: Record<string, unknown>) => submit(context, body),
  }
  return [
    { ...common, name: `${name} form`, path: paths.form },
    { ...common, name: target, path: paths.action },
  ]
}
