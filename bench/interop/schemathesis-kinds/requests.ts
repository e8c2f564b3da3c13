import { ACCEPTANCE, type Kind, WITH_BODY } from './kind.ts'

const CONDITIONAL = /^(?:PUT|DELETE) |^POST .*\{/
const LISTS = /^GET /

/** Headers, queries, forms and paths. */
export const REQUESTS: readonly Kind[] = [
  {
    name: 'a currency that a catalog does not have',
    check: ACCEPTANCE,
    operations: /^GET \/v2\/catalog/,
    status: 400,
    response: /^X-Currency must be one of: .* @ X-Currency$/,
    reason: 'The release decides which there are.',
  },
  {
    name: 'the grammar of filters',
    check: ACCEPTANCE,
    operations: LISTS,
    status: 400,
    response: /filter.* @ filter$/is,
    reason: 'A filter is an expression with nesting, of the fields and operators of its list.',
  },
  {
    name: 'fields of sort',
    check: ACCEPTANCE,
    operations: LISTS,
    status: 400,
    response: /^Invalid sort: .* @ sort$/s,
    reason: 'The description of each list names its fields; several stand in one text.',
  },
  {
    name: 'characters that PostgreSQL cannot store, in parameters',
    check: ACCEPTANCE,
    operations: LISTS,
    status: 400,
    response: /^The query parameter \S+ must not contain the character U\+0000\. @/,
    reason: 'The same in a query.',
  },
  {
    name: 'characters that PostgreSQL cannot store, in forms',
    check: ACCEPTANCE,
    operations: /^POST \/(?:v2\/files|oauth\/access_token)$/,
    status: 400,
    response: /form field .*must not contain the character U\+0000/s,
    reason: 'The same in a form.',
  },
  {
    name: 'a member that JavaScript gives a meaning to',
    check: ACCEPTANCE,
    operations: WITH_BODY,
    status: 400,
    response: /must not have a member named __proto__/,
    reason: 'Refused everywhere in a body, which has room for members that are not described.',
  },
  {
    name: 'a part of a form that is a text instead of bytes',
    check: 'negative_data_rejection',
    operations: /^POST \/v2\/files$/,
    status: 201,
    reason: 'A form has no types: each part is bytes, and a file may have any.',
  },
  {
    name: 'the form of a client',
    check: ACCEPTANCE,
    operations: /^POST \/oauth\/access_token$/,
    status: 400,
    response: /^client_(?:id|secret) is required\. @/,
    reason: 'The id and the secret may come by HTTP Basic authentication instead.',
  },
  {
    name: 'versions that Schemathesis does not make by their pattern',
    check: ACCEPTANCE,
    operations: CONDITIONAL,
    status: 400,
    response: /^If-Match must be .* @ If-Match$/,
    request: / If-Match: 0 /,
    reason: 'The header has to be in quotes, as its pattern in the document says.',
  },
  {
    name: 'prices in the ETag of a cart',
    check: ACCEPTANCE,
    operations: / \/v2\/carts\/\{cart_id\}/,
    status: 400,
    response: /^If-Match must be the ETag of a cart response/,
    request: / If-Match: (?:W\/)?"[0-9]+-/,
    reason: 'What follows the dash is copied from a response; its form may change.',
  },
  {
    name: 'a path that is a parameter of another',
    check: 'unsupported_method',
    operations:
      /^(?:GET \/v2\/accounts\/\{account_id\}\/account-memberships\/unassigned-account-members|GET \/v2\/catalogs\/rules|GET \/v2\/catalogs\/\{catalog_id\}\/releases\/latest|GET \/v2\/integrations\/logs|POST \/v2\/(?:account-members|customers)\/tokens|POST \/v2\/catalogs\/rules|POST \/v2\/inventories\/multiple|POST \/v2\/orders\/anonymize|POST \/v2\/products\/(?:at|de)tach_nodes|POST \/v2\/promotions\/dry-run)$/,
    status: 404,
    response: /^The resource could not be found\. @ $/,
    reason:
      'Other methods reach the resource whose id the last segment is, such as the customer `tokens`, which does not exist.',
  },
  {
    name: 'query parameters that nothing knows',
    check: 'negative_data_rejection',
    operations: LISTS,
    status: 200,
    request: /[?&]x-schemathesis-unknown-property=/,
    reason: 'They are ignored, as the document says; only parameters that are known are refused when they are invalid.',
  },
]
