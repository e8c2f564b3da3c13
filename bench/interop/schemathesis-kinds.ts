/** Failures of one kind that are none: `check` of any operation, or of `operations` only, with a response like this. */
export type Kind = {
  name: string
  check: string
  operations?: readonly string[]
  status: number
  /** The first problem of the response, as `detail @ pointer`; any when left out. */
  response?: RegExp
  /** Method, address and body of the request. */
  request?: RegExp
  reason: string
}

const ACCEPTANCE = 'positive_data_acceptance'

/** What no schema says. A request of a kind fits its schema and is refused, with a sentence that says why. */
export const KINDS: readonly Kind[] = [
  {
    name: 'a resource that does not exist',
    check: ACCEPTANCE,
    status: 422,
    response:
      /(?:must be the ids? of|must name|not found\.|has no item|offers no product|has no enabled currency|is not an observable event key|must be an? [a-z ]+ of this store|has no coupon|must be a currency of the store|does not exist|no such|There is no )/,
    reason: 'A body names another resource by its id, code or key, which has to exist.',
  },
  {
    name: 'versions that Schemathesis does not make by their pattern',
    check: ACCEPTANCE,
    status: 400,
    response: /^If-Match must be /,
    request: / If-Match: 0 /,
    reason: 'The header has to be in quotes, as its pattern in the document says.',
  },
  {
    name: 'prices in the ETag of a cart',
    check: ACCEPTANCE,
    status: 400,
    response: /^If-Match must be the ETag of a cart response/,
    request: / If-Match: (?:W\/)?"[0-9]+-/,
    reason: 'What follows the dash is copied from a response; its form may change.',
  },
  {
    name: 'an end that has passed',
    check: ACCEPTANCE,
    status: 422,
    response: /is in the past/,
    reason: 'No schema knows the time.',
  },
  {
    name: 'keys that are reserved',
    check: ACCEPTANCE,
    operations: ['PUT /v2/events/types/{event_key}'],
    status: 422,
    response: /^The first segment of an own key must not /,
    reason: 'Which are, follows from the event types of the release.',
  },
  {
    name: 'a currency that a catalog does not have',
    check: ACCEPTANCE,
    status: 400,
    response: /^X-Currency must be one of: /,
    reason: 'The release decides which there are.',
  },
  {
    name: 'the state of another resource',
    check: ACCEPTANCE,
    status: 422,
    response: /must have the trigger coupon/,
    reason: 'The resource of the path was made without what the request needs.',
  },
  {
    name: 'the grammar of filters',
    check: ACCEPTANCE,
    status: 400,
    response: /filter.* @ filter$/i,
    reason: 'A filter is an expression with nesting, of the fields and operators of its list.',
  },
  {
    name: 'the grammar of filters in bodies',
    check: ACCEPTANCE,
    status: 422,
    response: /the supplied filter/,
    reason: 'The same in a body.',
  },
  {
    name: 'fields of sort',
    check: ACCEPTANCE,
    status: 400,
    response: /^Invalid sort: .* @ sort$/s,
    reason: 'The description of each list names its fields; several stand in one text.',
  },
  {
    name: 'characters that PostgreSQL cannot store',
    check: ACCEPTANCE,
    status: 422,
    response: /must not contain the character U\+0000 or an unpaired surrogate/,
    reason: 'Every text, and every name of a member, refuses them.',
  },
  {
    name: 'characters that PostgreSQL cannot store, in parameters',
    check: ACCEPTANCE,
    status: 400,
    response: /must not contain the character U\+0000/,
    reason: 'The same in a query.',
  },
  {
    name: 'members that nothing knows',
    check: ACCEPTANCE,
    status: 422,
    response: /is not a known member|is not a field of/,
    reason: 'Bodies take what responses show, which schemas of bodies leave open (decision 0030).',
  },
  {
    name: 'a member that JavaScript gives a meaning to',
    check: ACCEPTANCE,
    status: 400,
    response: /must not have a member named __proto__/,
    reason: 'Refused everywhere in a body, which has room for members that are not described.',
  },
  {
    name: 'attributes of CloudEvents',
    check: ACCEPTANCE,
    operations: ['POST /v2/events'],
    status: 422,
    response: /^(?:id must be 1 to 128 printable ASCII characters|source is required: an address)/,
    reason: 'The operation checks them, since in binary mode they are headers, which are not in the document.',
  },
  {
    name: 'the payload of an event',
    check: ACCEPTANCE,
    status: 422,
    response: /^data is required: the resource, an object\. @ .*\/data$/,
    reason: 'The schema of the event type decides; a deleted resource has another form than one that was changed.',
  },
  {
    name: 'addresses with a right start that are none',
    check: ACCEPTANCE,
    operations: ['POST /v2/integrations'],
    status: 422,
    response: /url must be a URL that starts with|^Each address must be stomp:/,
    reason: 'A pattern says how an address starts; whether host and port are some, only a parser of URLs.',
  },
  {
    name: 'two members that belong together',
    check: ACCEPTANCE,
    status: 422,
    response:
      /not allowed together|must be the same|must name the same|must not name different|not both|data\.job_type (?:is required|must be \w+, as data\.what says)|must be at least 1\. @ \/data\/quantity|default currency cannot be disabled|custom_attributes\.\S+\.value must be|must be later than|must be greater than that of the previous tier|does not apply: the type of the field is|is not a value of the type|must be empty with the scope|is only allowed with|must have the id or the sku|must have either a rate or an amount/,
    reason:
      'What one member may be depends on another: a schema that said so would be a union, of which generators make types.',
  },
  {
    name: 'what logs a member in',
    check: ACCEPTANCE,
    operations: ['POST /v2/account-members/tokens'],
    status: 422,
    response: /^data\.\w+ is required/,
    reason: 'The mechanism decides what is needed.',
  },
  {
    name: 'the form of a client',
    check: ACCEPTANCE,
    operations: ['POST /oauth/access_token'],
    status: 400,
    response: /^client_(?:id|secret) is required/,
    reason: 'The id and the secret may come by HTTP Basic authentication instead.',
  },
  {
    name: 'the type of an entry',
    check: ACCEPTANCE,
    status: 422,
    response: /^data\.type must be "/,
    reason: 'The slug of the path, which a store chooses, decides the type.',
  },
  {
    name: 'a path that is a parameter of another',
    check: 'unsupported_method',
    operations: [
      'GET /v2/accounts/{account_id}/account-memberships/unassigned-account-members',
      'GET /v2/catalogs/rules',
      'GET /v2/catalogs/{catalog_id}/releases/latest',
      'GET /v2/integrations/logs',
      'POST /v2/account-members/tokens',
      'POST /v2/catalogs/rules',
      'POST /v2/customers/tokens',
      'POST /v2/inventories/multiple',
      'POST /v2/orders/anonymize',
      'POST /v2/products/attach_nodes',
      'POST /v2/products/detach_nodes',
      'POST /v2/promotions/dry-run',
    ],
    status: 404,
    reason:
      'Other methods reach the resource whose id the last segment is, such as the customer `tokens`, which does not exist.',
  },
  {
    name: 'query parameters that nothing knows',
    check: 'negative_data_rejection',
    status: 200,
    request: /[?&]x-schemathesis-unknown-property=/,
    reason: 'They are ignored, as the document says; only parameters that are known are refused when they are invalid.',
  },
]
