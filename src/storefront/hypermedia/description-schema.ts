import { type Static, Type } from 'typebox'

const JsonSchema = Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema (2020-12).' })

const Target = Type.Object({
  name: Type.String({ description: 'The name of the resource in this document.' }),
  type: Type.String({ description: 'The `type` in its `self`.' }),
})

const Link = Type.Object({
  rel: Type.String({ description: 'The name of the relation.' }),
  to: Type.Array(Target, { minItems: 1, description: 'The resources that it can lead to.' }),
  rev: Type.Optional(Type.String({ description: 'The same relation, seen from the target.' })),
  when: Type.Optional(Type.String({ description: 'When there is a link; always if absent.' })),
  method: Type.Enum(['GET', 'POST'], {
    type: 'string',
    description: 'The method to follow it with: POST for actions.',
  }),
})

const Method = Type.Object({
  method: Type.Enum(['GET', 'POST', 'PUT', 'DELETE'], { type: 'string' }),
  description: Type.String({ description: 'What it does.' }),
  roles: Type.Array(Type.Enum(['PUBLIC', 'REGISTERED'], { type: 'string' }), {
    minItems: 1,
    description: 'The roles of tokens that may use it: those of anonymous shoppers, or of customers.',
  }),
  body: Type.Optional(JsonSchema),
  'leads-to': Type.Optional(Target),
})

const Resource = Type.Object({
  name: Type.String({ description: 'Unique in this document. Responses do not contain it.' }),
  type: Type.String({ description: 'The `type` in its `self`. Several resources can have the same.' }),
  'media-type': Type.String({ description: 'The `type` of links to it. Several resources can have the same.' }),
  description: Type.String({ description: 'What it is.' }),
  'max-age': Type.Integer({ minimum: 0, description: 'Seconds for which it may be cached; 0 for not at all.' }),
  members: Type.Unsafe<Static<typeof JsonSchema>>({
    ...JsonSchema,
    description: 'A JSON Schema of its members, without those of every resource. For a form, these are its fields.',
  }),
  links: Type.Array(Link),
  methods: Type.Array(Method, { minItems: 1 }),
})

const Relation = Type.Object({
  description: Type.String({ description: 'What it means.' }),
  from: Type.Array(Type.String(), { minItems: 1, description: 'The names of the resources that have such links.' }),
})

const Zoom = Type.Object({
  description: Type.String(),
  'max-bytes': Type.Integer({ description: 'The maximum size of the parameter in bytes.' }),
  'max-depth': Type.Integer({ description: 'The maximum number of relations in a path.' }),
  'max-paths': Type.Integer({ description: 'The maximum number of paths.' }),
  'max-resources': Type.Integer({ description: 'The maximum number of embedded resources in a response.' }),
})

/** The description of the hypermedia API. It has no addresses, since clients find them in links. */
export const Description = Type.Object(
  {
    $schema: Type.String(),
    title: Type.String(),
    description: Type.String(),
    entry: Type.String({ description: 'The name of the resource that clients start at.' }),
    resource: Type.Unsafe<Static<typeof JsonSchema>>({
      ...JsonSchema,
      description: 'A JSON Schema of the members that every resource has.',
    }),
    zoom: Zoom,
    relations: Type.Record(Type.String(), Relation, { description: 'The relations by name.' }),
    resources: Type.Array(Resource),
  },
  { title: 'Description of a hypermedia API', additionalProperties: false },
)
export type Description = Static<typeof Description>
