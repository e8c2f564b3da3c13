import { type Kind, PROMOTIONS, refused, WITH_BODY } from './kind.ts'

const EVENTS = /^POST \/v2\/events$/
const RELATED = 'A schema that said so would be a union, of which generators of clients make worse types.'

/** Bodies that match their schema, but with members that contradict each other or the state of the store. */
export const BODIES: readonly Kind[] = [
  refused(
    'coupons of an automatic promotion',
    /^POST \/v2\/promotions\/\{promotion_id\}\/coupon/,
    /must have the trigger coupon/,
    'The resource of the path was created without the features that the request needs.',
  ),
  refused(
    'a username that is not an e-mail address',
    /\/user-authentication-password-profile-info/,
    /^data\.username must be an e-mail address: the password profile requires it\. @/,
    'The password profile, a different resource, decides.',
  ),
  refused(
    'an Idempotency-Key of another request',
    WITH_BODY,
    /^This Idempotency-Key was used (?:for|with) .* @ Idempotency-Key$/,
    'Schemathesis reuses a key.',
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
    'The event types of the release determine the reserved keys.',
  ),
  refused(
    'the grammar of filters in bodies',
    /^POST \/v2\/(?:jobs|products\/(?:at|de)tach_nodes)$|^(?:POST|PUT) \/v2\/integrations/,
    /the supplied filter.* @ \/data\/filter$/s,
    'Same as in a query.',
  ),
  refused(
    'characters that PostgreSQL cannot store',
    WITH_BODY,
    /^Text must not contain the character U\+0000 or an unpaired surrogate\. @/,
    'Every string and every member name rejects these characters.',
  ),
  refused(
    'unknown members',
    WITH_BODY,
    / is not a known member[;. ].* @ \/data/s,
    'Bodies accept members of responses, which the schemas of bodies leave open (docs/decisions/requests.md).',
  ),
  refused(
    'attributes of CloudEvents',
    EVENTS,
    /^(?:id must be 1 to 128 printable ASCII characters|source is required: an address)/,
    'The operation validates the attributes, because in binary mode they are undocumented headers.',
  ),
  refused(
    'the payload of an event',
    /^POST \/v2\/events$|^PUT \/v2\/events\/types\/\{event_key\}$/,
    /^(?:data is required: the resource, an object\.|The payload of a deleted resource is its .*|(?:type|id) is required: a non-empty string\.|included must be an object: .*) @ .*\/(?:data|type|id|included|payload)$/s,
    'The schema of the event type decides; deleted and changed resources have different shapes.',
  ),
  refused(
    'invalid keys, certificates and header values',
    /^(?:POST|PUT) \/v2\/integrations/,
    /^(?:certificate|private_key|ca) must be |^The header \S+ must have a value of visible ASCII characters\. @/,
    'These are secrets, and the same schema describes their masked form in responses.',
  ),
  refused(
    'reserved or repeated header names',
    /^(?:POST|PUT) \/v2\/integrations/,
    /^The header \S+ is (?:also in|named twice|set by|lost in) /,
    'Deliveries set some themselves, and each header has one value.',
  ),
  refused(
    'invalid addresses with a valid start',
    /^(?:POST|PUT) \/v2\/integrations/,
    /^url is not a valid URL: |^Each address must be stomp:/,
    'A pattern covers the start of an address; only a URL parser can validate host and port.',
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
    / must name something that is not in not_\w+, since no item fits both\. @| holds only where nothing can be taken off: /,
    'The conditions exclude each other.',
  ),
  refused(
    'options of a product that have the same name',
    /^(?:POST|PUT) \/v2\/products/,
    /options\[\d+\]\.name: another option has this name\. @/,
    'A schema compares whole items of an array, not one of their members.',
  ),
  refused(
    'required members of a delivery address',
    /^POST \/v2\/carts\/\{cart_id\}\/checkout$/,
    /^data\.(?:shipping|billing)_address\.\w+ is required/,
    'The lines of the cart, the country and the settings of the store decide.',
  ),
  refused(
    'decimal places of a currency that ISO 4217 does not have',
    /^POST \/v2\/currencies$/,
    /^data\.decimal_places is required/,
    RELATED,
  ),
  refused(
    'a sandbox that does not simulate',
    /^PUT \/v2\/gateways\/\{gateway_slug\}$/,
    /^data\.test must be true: the sandbox only simulates payments\. @/,
    'The slug of the path decides.',
  ),
  refused(
    'members that another excludes or repeats',
    WITH_BODY,
    / is not allowed together with | is only for CloudEvents: | must be the same (?:as data\.|rate: |as \w+, of which it is an alias: )| must name the same as data\.| must not name different | must have regions or postcodes, not both|default currency cannot be disabled| must be empty when pricebook_id is set| is for retries: | selects jobs, and job_ids names them: | with event_ids\. @/,
    RELATED,
  ),
  refused(
    'values that depend on another member',
    WITH_BODY,
    /^from must be before to\. @|^to must not be in the future\. @|^data\.job_type (?:is required|must be \w+, as data\.what says)| must be at least 1\. @ \/data\/quantity$|custom_attributes\.\S+\.value must be | must be later than | must be greater than that of the previous tier| does not apply: the type of the field is | is not a value of the type /s,
    RELATED,
  ),
  refused(
    'items with one of two members',
    /^(?:POST|PUT) \/v2\/(?:carts|pricebooks)\//,
    / must have (?:the id or the sku of a product|an id or attributes\.sku)\. @|^A tax item must have either a rate or an amount\. @/,
    RELATED,
  ),
  refused(
    'members of a log-in',
    /^POST \/v2\/(?:account-members\/tokens|sessions)$/,
    /^data\.\w+(?: or data\.\w+)? is required[.,]/,
    'The mechanism determines the members for an account member; a person needs one of several proofs.',
  ),
  refused(
    'members required by the channel of an alert',
    /^(?:POST|PUT) \/v2\/alerts/,
    /^`\w+` is required for the channel `\w+`\. @|^`url` must be a URL |^This deployment cannot send mail: /,
    'The channel and the settings of the deployment decide; responses show only the end of a changed URL.',
  ),
  refused(
    'members required by the target of a draft',
    /^POST \/v2\/integrations\/test$/,
    /^\w+ is required(?:\.|: (?:a|an) )|^triggered_by is required without observes\. @/,
    'A draft may omit members that the stored integration has.',
  ),
  refused(
    'rules of a field of a custom API',
    /^(?:POST|PUT) \/v2\/settings\/extensions\/custom-apis\/\{custom_api_id\}\/fields/,
    /^data\.(?:slug|use_as_url_slug|validation\.\w+) .* @/s,
    'The type of the field determines its rules, and a library the supported patterns.',
  ),
  refused(
    'the product and the location of stock',
    /^(?:POST|PUT) \/v2\/inventories/,
    /^data\.attributes\.(?:product_id must be the product of the path\.|locations\.\S+ must be |available must be \d+, as )/,
    'The body repeats ids of the path, and names locations, of which a store has one.',
  ),
  refused(
    'booleans that are always false',
    WITH_BODY,
    /^data\.\S+ must be false\. @/,
    'The document allows both values, because client generators mistake the constant for a string.',
  ),
  refused(
    'strings that Schemathesis generates against their pattern or format',
    WITH_BODY,
    /^(?:destination|region) must be a non-empty string\. @|^data\S* must be a UUID\. @/,
    'The document refuses an empty text there, which examples and values of other members are sent with.',
    /": ""/,
  ),
]
