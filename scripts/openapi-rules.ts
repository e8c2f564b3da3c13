import type { IFunctionResult, RulesetDefinition } from '@stoplight/spectral-core'
import { length, truthy } from '@stoplight/spectral-functions'
import { oas } from '@stoplight/spectral-rulesets'
import { doubledNames } from './openapi-names.ts'
import { contentsOf, type Found, type Json, membersOf, operationsOf } from './openapi-places.ts'
import {
  constantBooleans,
  discriminators,
  inlineParts,
  nullsInUnions,
  referencesInForms,
  undistinguishedAlternatives,
  unplainAlternatives,
  untypedEnums,
} from './openapi-shapes.ts'

/** Rules of OpenAPI, and further requirements of client generators. */
export const openapiRules: RulesetDefinition = {
  extends: [[oas as unknown as RulesetDefinition, 'recommended']],
  rules: {
    // A test validates examples in a fifth of the time. The second rule mistakes an example's member `default` for the
    // schema's default.
    'oas3-valid-media-example': 'off',
    'oas3-valid-schema-example': 'off',
    // A complete summary needs no description; `x-permission` and `x-access` document access.
    'operation-description': 'off',
    'operation-has-summary': {
      given: '$.paths[*][get,put,post,delete,patch]',
      resolved: false,
      severity: 'error',
      then: { field: 'summary', function: truthy },
    },
    'operation-has-one-tag': {
      given: '$.paths[*][get,put,post,delete,patch].tags',
      resolved: false,
      severity: 'error',
      then: { function: length, functionOptions: { min: 1, max: 1 } },
    },
    'body-is-component': ofDocument(inlineBodies),
    'bodies-of-media-types-agree': ofDocument(otherBodies),
    'union-and-enum-are-components': ofDocument(inlineParts),
    'enum-has-type': ofDocument(untypedEnums),
    'names-differ': ofDocument(doubledNames),
    'null-is-a-type': ofDocument(nullsInUnions),
    'alternatives-are-plain': ofDocument(unplainAlternatives),
    'union-has-values-of-all': ofDocument(undistinguishedAlternatives),
    'no-discriminator': ofDocument(discriminators),
    'form-has-no-references': ofDocument(referencesInForms),
    'boolean-is-no-constant': ofDocument(constantBooleans),
  },
}

/** A rule about the unresolved document, because resolving references would repeat every component at each use. */
function ofDocument(find: (document: Json) => Found[]) {
  return {
    given: '$',
    resolved: false,
    severity: 'error' as const,
    message: '{{error}}',
    then: { function: (document: unknown): IFunctionResult[] => find(document as Json) },
  }
}

function inlineBodies(document: Json): Found[] {
  return contentsOf(document).flatMap(({ path, schema }) =>
    '$ref' in schema || schema.type === 'string' ? [] : [{ path, message: 'A body must be a component.' }],
  )
}

/** A form with a file has parts that JSON cannot express. */
function otherBodies(document: Json): Found[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const { content = {} } = membersOf(operation.requestBody)
    const schemas = Object.entries(membersOf(content)).filter(([type]) => type !== 'multipart/form-data')
    const different = new Set(schemas.map(([, media]) => JSON.stringify(membersOf(media).schema)))
    const message = 'The media types of a body must have one schema.'
    return different.size > 1 ? [{ path: [...path, 'requestBody', 'content'], message }] : []
  })
}
