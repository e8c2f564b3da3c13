import { notFound } from '../kernel/errors.ts'
import type { StorefrontContext, StorefrontResource } from './context.ts'
import { decodeId, encodeId } from './hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from './hypermedia/resource.ts'
import type { RELATIONS } from './relations.ts'

/** A selectable option; `params` are the path parameters of the resource that describes it. */
export type Option = { id: string; params: Params }

type Selector<Subject> = {
  /** A name such as `billing address`, which begins the names of the two resources. */
  name: string
  /** Part of sentences, such as `billing address of an order`. */
  subject: string
  /** The prefix of the two types, such as `shop.addresses.billing-address`. */
  type: string
  path: string
  /** The kind of resource that describes an option. */
  target: string
  /** The resource that the selector belongs to, which links to it with the relation `selector`. */
  back: { rel: keyof typeof RELATIONS; to: string }
  /** Reads resources from the subject of the choice. */
  reader(render: (subject: Subject, params: Params) => ResourceState | Absence): StorefrontResource['read']
  /** The subject before a change. Throws if the path parameters do not identify it. */
  load(context: StorefrontContext, params: Params): Promise<Subject>
  params(subject: Subject): Params
  options(subject: Subject): readonly Option[]
  chosen(subject: Subject): string | null
  choose(context: StorefrontContext, subject: Subject, id: string): Promise<unknown>
}

/** The two resources of a selector: the selector itself, and each choice. */
export function selectorResources<Subject>(selector: Selector<Subject>): StorefrontResource[] {
  return [selectorResource(selector), choiceResource(selector)]
}

function selectorResource<Subject>(selector: Selector<Subject>): StorefrontResource {
  const { name, subject, type, path, back } = selector
  const choice = `${name} choice`
  return {
    name: `${name} selector`,
    type: `${type}-selector`,
    path,
    max_age: 0,
    description: `The options for the ${subject}.`,
    relations: {
      choice: { to: choice, rev: 'selector', when: 'one for each that is not chosen' },
      chosen: { to: choice, rev: 'selector', when: 'if one is chosen' },
      [back.rel]: { to: back.to, rev: 'selector' },
    },
    read: selector.reader((of) => {
      const options = selector.options(of)
      if (options.length === 0) return 'missing'
      const params = selector.params(of)
      const links = options.map(
        ({ id }): Link => ({
          rel: id === selector.chosen(of) ? 'chosen' : 'choice',
          params: { ...params, choice: encodeId(id) },
        }),
      )
      return { links: [...links, { rel: back.rel, params }] }
    }),
  }
}

function choiceResource<Subject>(selector: Selector<Subject>): StorefrontResource {
  const { name, subject, type, path, target } = selector
  return {
    name: `${name} choice`,
    type: `${type}-choice`,
    path: `${path}/:choice`,
    max_age: 0,
    description: `An option for the ${subject}, and the action that chooses it.`,
    relations: {
      selectaction: { to: `${name} choice`, when: 'unless it is chosen' },
      description: { to: target },
      selector: { to: `${name} selector`, rev: 'choice' },
    },
    read: selector.reader((of, { choice = '' }): ResourceState | Absence => {
      const option = optionOf(selector, of, choice)
      if (option === undefined) return 'missing'
      const params = { ...selector.params(of), choice: encodeId(option.id) }
      const action = selector.chosen(of) === option.id ? [] : [{ rel: 'selectaction', params }]
      return {
        params,
        links: [...action, { rel: 'description', params: option.params }, { rel: 'selector', params }],
      }
    }),
    post: {
      description: 'Chooses it.',
      leads_to: `${name} selector`,
      async run(context, params) {
        const of = await selector.load(context, params)
        const option = optionOf(selector, of, params.choice ?? '')
        if (option === undefined) throw notFound(`${name} choice`)
        if (selector.chosen(of) !== option.id) await selector.choose(context, of, option.id)
        return { status: 201, location: selector.params(of) }
      },
    },
  }
}

function optionOf<Subject>({ options }: Selector<Subject>, subject: Subject, choice: string): Option | undefined {
  const id = decodeId(choice)
  return options(subject).find((option) => option.id === id)
}
