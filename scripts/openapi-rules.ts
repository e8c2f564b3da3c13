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

/** What every OpenAPI document must fulfill, and what generators of clients need beside it. */
export const openapiRules: RulesetDefinition = {
  extends: [[oas as unknown as RulesetDefinition, 'recommended']],
  rules: {
    // A test holds examples against their schemas in a fifth of the time; the second takes a member of an example that is
    // called `default` for the default of a schema.
    'oas3-valid-media-example': 'off',
    'oas3-valid-schema-example': 'off',
    // A summary that says all needs no more; who may use an operation is said by `x-permission` and `x-access`.
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

/** A rule about the document as it is written: following references would repeat every component wherever it is used. */
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

/** A form with a file has parts that JSON cannot have. */
function otherBodies(document: Json): Found[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const { content = {} } = membersOf(operation.requestBody)
    const schemas = Object.entries(membersOf(content)).filter(([type]) => type !== 'multipart/form-data')
    const different = new Set(schemas.map(([, media]) => JSON.stringify(membersOf(media).schema)))
    const message = 'The media types of a body must have one schema.'
    return different.size > 1 ? [{ path: [...path, 'requestBody', 'content'], message }] : []
  })
}
