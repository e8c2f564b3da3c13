import type { Static, TSchema } from 'typebox'
import type { Report } from '../../../event-types/catalog.ts'
import type { CUSTOM_API_PREFIX } from '../../../event-types/resources/custom-api-entry.ts'
import type { Attribute, Attributes } from './attribute.ts'

/** Parts of a response besides the attributes. */
export type Presentation = {
  /** Read-only attributes. */
  attributes?: Record<string, unknown>
  members?: Record<string, unknown>
  relationships?: Record<string, unknown>
  meta?: Record<string, unknown>
}

/** Requires the attributes, and what `show` adds, to match the event schema, and that schema to be the event's. */
export type Promised<Of extends Attributes, Schema extends TSchema> = {
  event: EventOf<Schema> | null
  event_schema?: Schema
  attributes: { [Name in keyof Of & keyof PromisedValues<Schema>]: Attribute<PromisedValues<Schema>[Name]> }
} & (keyof PromisedValues<Schema> extends never
  ? unknown
  : ApiOnly<Exclude<keyof Of & string, keyof PromisedValues<Schema>>>) &
  (Presentation extends PromisedPresentation<Of, Static<Schema>> ? unknown : { show: unknown })

type PromisedValues<Schema extends TSchema> =
  Static<Schema> extends { attributes: infer Values } ? Values : Static<Schema>

/** The first half of the keys whose payload the schema describes. Entries of custom APIs have fields of their own. */
type EventOf<Schema extends TSchema> = keyof Static<Schema> extends never
  ? typeof CUSTOM_API_PREFIX
  : Report extends infer Event
    ? Event extends { triggered_by: `${infer Prefix}.${string}`; payload: { data: infer Data } }
      ? Static<Schema> extends Data
        ? Prefix
        : never
      : never
    : never

/** Requires `show` to add what a resource in events has beside its attributes, and beside what every resource has. */
export type PromisedPresentation<Of extends Attributes, Shown> = Presentation &
  (Shown extends { attributes: infer Values }
    ? Needed<{ attributes: Omit<Values, keyof Of> }>
    : Needed<{ members: Omit<Shown, keyof Of | 'type' | 'id' | 'links' | 'meta' | 'relationships'> }>) &
  (Shown extends { meta: infer Meta } ? Needed<{ meta: Omit<Meta, 'timestamps'> }> : unknown) &
  (Shown extends { relationships: infer Relationships } ? Needed<{ relationships: Relationships }> : unknown)

/** Members that have required members are required. */
type Needed<Members> = {
  [Name in keyof Members as Partial<Members[Name]> extends Members[Name] ? never : Name]: Members[Name]
}

/** Reasons why events carry attributes without promising them in their schema. A string applies to all. */
type ApiOnly<Names extends string> = [Names] extends [never]
  ? unknown
  : { api_only: Readonly<Record<Names, string>> | string }
