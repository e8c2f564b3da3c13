/** Failures of one kind that are none: a check of some operations, with a response of this status that says this. */
export type Kind = {
  name: string
  check: string
  /** Matches `POST /v2/products/{product_id}` and the like. */
  operations: RegExp
  status: number
  /** The first problem of the response, as `detail @ pointer`; any when left out. */
  response?: RegExp
  /** Method, address and body of the request. */
  request?: RegExp
  reason: string
}

export const ACCEPTANCE = 'positive_data_acceptance'

const WITH_BODY = /^(?:POST|PUT|DELETE) /
const CONDITIONAL = /^(?:PUT|DELETE) |^POST .*\{/
const LISTS = /^GET /
const PROMOTIONS = /^(?:POST|PUT) \/v2\/promotions(?:$|\/\{promotion_id\}$|\/dry-run$)/
const EVENTS = /^POST \/v2\/events$/

/** A body that fits its schema and is refused, with a sentence that says why. */
function refused(name: string, operations: RegExp, response: RegExp, reason: string, request?: RegExp): Kind {
  return { name, check: ACCEPTANCE, operations, status: 422, response, reason, ...(request && { request }) }
}

const EXISTS = 'A body names another resource by its id, code or key, which has to exist.'
const RELATED = 'A schema that said so would be a union, of which generators of clients make worse types.'

/** What no schema says, and what Schemathesis makes wrong. */
export const KINDS: readonly Kind[] = [
  refused(
    'ids of resources that do not exist',
    WITH_BODY,
    /^data\S* must be (?:the id of )?an? (?:existing )?[a-z -]+(?: of (?:the|this) [a-z]+)?(?: or its organization)?\. @ \/data\/(?:.*\/)?(?:id|\w+_ids?|\w+_ids\/\d+|\d+)$/,
    EXISTS,
  ),
  refused(
    'buyers that do not exist',
    /^POST \/v2\/carts\/\{cart_id\}\/checkout$/,
    /^data\.customer must be the id of a customer, or the name and email of a guest\. @/,
    EXISTS,
  ),
  refused(
    'customers, accounts, orders and products of a cart that do not exist',
    /^(?:POST|PUT) \/v2\/carts/,
    /^(?:Account|Customer|Order) \S+ not found\. @|^The catalog offers no product with the (?:id|sku) |^(?:The|data\[\d+\]\.id: the) cart has no item |^The store has no enabled currency |^data\.code: the store has no coupon /s,
    EXISTS,
  ),
  refused(
    'orders that do not exist',
    /^POST \/v2\/orders\/anonymize$/,
    /^Order \S+ not found\. @ \/data\/order_ids\/\d+$/,
    EXISTS,
  ),
  refused(
    'event keys that do not exist',
    /^POST \/v2\/events$|^(?:POST|PUT) \/v2\/integrations/,
    / is not an observable event key\. .* @ .*\/(?:triggered_by|type|observes\/\d+)$/s,
    EXISTS,
  ),
  refused(
    'currencies that do not exist',
    PROMOTIONS,
    /^data\.(?:promotion\.)?currency must be a currency of the store; [A-Z]{3} is not\. @/,
    EXISTS,
  ),
  {
    name: 'a currency that a catalog does not have',
    check: ACCEPTANCE,
    operations: /^GET \/v2\/catalog/,
    status: 400,
    response: /^X-Currency must be one of: .* @ X-Currency$/,
    reason: 'The release decides which there are.',
  },
  refused(
    'coupons of an automatic promotion',
    /^POST \/v2\/promotions\/\{promotion_id\}\/coupon/,
    /must have the trigger coupon/,
    'The resource of the path was made without what the request needs.',
  ),
  refused(
    'a username that is not an e-mail address',
    /\/user-authentication-password-profile-info/,
    /^data\.username must be an e-mail address: the password profile requires it\. @/,
    'The password profile, another resource, decides.',
  ),
  refused(
    'an Idempotency-Key of another request',
    /^POST /,
    /^This Idempotency-Key was used for .* @ Idempotency-Key$/,
    'Schemathesis sends a key that it has sent before.',
  ),
  refused(
    'the type of an entry',
    /^(?:POST|PUT) \/v2\/(?:extensions|settings\/extensions\/custom-apis\/\{custom_api_id\}\/entries)/,
    /^data\.type must be "/,
    'The slug of the path, which a store chooses, decides the type.',
  ),
  refused(
    'fields of a custom API',
    /^(?:POST|PUT) \/v2\/(?:extensions|settings\/extensions\/custom-apis\/\{custom_api_id\}\/entries)/,
    / is not a field of /s,
    'A store declares its fields.',
  ),
  refused('an end that has passed', /^POST \/v2\/promotions/, /end is in the past: /, 'No schema knows the time.'),
  refused(
    'keys that are reserved',
    /^PUT \/v2\/events\/types\/\{event_key\}$/,
    /^The first segment of an own key must not /,
    'Which are, follows from the event types of the release.',
  ),
  {
    name: 'the grammar of filters',
    check: ACCEPTANCE,
    operations: LISTS,
    status: 400,
    response: /filter.* @ filter$/is,
    reason: 'A filter is an expression with nesting, of the fields and operators of its list.',
  },
  refused(
    'the grammar of filters in bodies',
    /^POST \/v2\/(?:jobs|products\/(?:at|de)tach_nodes)$|^(?:POST|PUT) \/v2\/integrations/,
    /the supplied filter.* @ \/data\/filter$/s,
    'The same in a body.',
  ),
  {
    name: 'fields of sort',
    check: ACCEPTANCE,
    operations: LISTS,
    status: 400,
    response: /^Invalid sort: .* @ sort$/s,
    reason: 'The description of each list names its fields; several stand in one text.',
  },
  refused(
    'characters that PostgreSQL cannot store',
    WITH_BODY,
    /^Text must not contain the character U\+0000 or an unpaired surrogate\. @/,
    'Every text, and every name of a member, refuses them.',
  ),
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
  refused(
    'members that nothing knows',
    WITH_BODY,
    / is not a known member[;. ].* @ \/data/s,
    'Bodies take what responses show, which schemas of bodies leave open (decision 0030).',
  ),
  {
    name: 'a member that JavaScript gives a meaning to',
    check: ACCEPTANCE,
    operations: WITH_BODY,
    status: 400,
    response: /must not have a member named __proto__/,
    reason: 'Refused everywhere in a body, which has room for members that are not described.',
  },
  refused(
    'attributes of CloudEvents',
    EVENTS,
    /^(?:id must be 1 to 128 printable ASCII characters|source is required: an address)/,
    'The operation checks them, since in binary mode they are headers, which are not in the document.',
  ),
  refused(
    'the payload of an event',
    /^POST \/v2\/events$|^PUT \/v2\/events\/types\/\{event_key\}$/,
    /^(?:data is required: the resource, an object|The payload of a deleted resource is its .*)\. @ .*\/data$/s,
    'The schema of the event type decides; a deleted resource has another form than one that was changed.',
  ),
  refused(
    'addresses with a right start that are none',
    /^POST \/v2\/integrations$/,
    /url must be a URL that starts with .* @ |^Each address must be stomp:/,
    'A pattern says how an address starts; whether host and port are some, only a parser of URLs.',
  ),
  refused(
    'a form with neither a file nor a link',
    /^POST \/v2\/files$/,
    /^The form must contain a file, or a file_location with an http or https URL\. @ \/file$/,
    RELATED,
  ),
  refused(
    'amounts of a promotion without a currency',
    PROMOTIONS,
    /^data\.(?:promotion\.)?currency is required, since the promotion names amounts\. @/,
    RELATED,
  ),
  refused(
    'members that the scope or the action of a promotion decides on',
    PROMOTIONS,
    / must be empty with the (?:scope|action) | is only allowed with the scope | with the scope item: | must be catalog_prices, unless |^data\.(?:promotion\.)?action\.kind must be one of: .* with the scope /,
    RELATED,
  ),
  refused(
    'conditions that no item fits',
    PROMOTIONS,
    / must name something that is not in not_\w+, since no item fits both\. @/,
    'One list takes away all that another names.',
  ),
  refused(
    'members that another excludes or repeats',
    WITH_BODY,
    / is not allowed together with | must be the same (?:as data\.|rate: )| must name the same as data\.| must not name different | must have regions or postcodes, not both|default currency cannot be disabled| must be empty when pricebook_id is set/,
    RELATED,
  ),
  refused(
    'values that depend on another member',
    WITH_BODY,
    /^data\.job_type (?:is required|must be \w+, as data\.what says)| must be at least 1\. @ \/data\/quantity$|custom_attributes\.\S+\.value must be | must be later than | must be greater than that of the previous tier| does not apply: the type of the field is | is not a value of the type /s,
    RELATED,
  ),
  refused(
    'items of a cart with one of two members',
    /^(?:POST|PUT) \/v2\/carts\/\{cart_id\}\//,
    /^A cart item must have the id or the sku of a product\. @|^A tax item must have either a rate or an amount\. @/,
    RELATED,
  ),
  refused(
    'what logs a member in',
    /^POST \/v2\/account-members\/tokens$/,
    /^data\.\w+ is required\. @/,
    'The mechanism decides what is needed.',
  ),
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
  refused(
    'texts that Schemathesis does not make by their pattern',
    /^POST \/v2\/integrations$/,
    /^(?:destination|region) must be a non-empty string\. @ \/data\/configuration\/\w+$/,
    'The pattern in the document refuses an empty text, which its examples of other members are sent with.',
    /"(?:destination|region)": ""/,
  ),
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
