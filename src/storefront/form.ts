import type { StorefrontContext, StorefrontResource } from './context.ts'
import type { ChangeResult, Members, Params } from './hypermedia/resource.ts'

type FormOptions = {
  /** A name such as `keyword search`. */
  name: string
  type: string
  paths: { form: string; action: string }
  /** The relation from the form to its action. */
  action: string
  /** A sentence about the effect of the action. */
  description: string
  fields: Members
  /** The kind of resource that the action leads to. */
  leads_to: string
  data: Readonly<Record<string, unknown>>
  submit(context: StorefrontContext, body: Record<string, unknown>): Promise<ChangeResult<StorefrontContext>>
}

const ACTION = 'The form again, for clients that read the action before they submit it.'

/** A form and its action. Clients read and submit either: both return the form on GET and accept it on POST. */
export function formResources(options: FormOptions): StorefrontResource[] {
  const { name, type, paths, action, description, fields, leads_to, data, submit } = options
  const target = `${name} action`
  const common = {
    type,
    max_age: 600,
    relations: { [action]: { to: target } },
    read: async ({ scope }: StorefrontContext, paramsList: readonly Params[]) =>
      paramsList.map(() => ({ links: [{ rel: action, params: { scope } }], data })),
    post: {
      description,
      fields,
      leads_to,
      run: (context: StorefrontContext, _: Params, body: Record<string, unknown>) => submit(context, body),
    },
  }
  return [
    { ...common, name: `${name} form`, path: paths.form, description: `The form of the ${name}.` },
    { ...common, name: target, path: paths.action, description: ACTION },
  ]
}
