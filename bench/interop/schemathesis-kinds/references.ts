import { type Kind, PROMOTIONS, refused, WITH_BODY } from './kind.ts'

const EXISTS = 'A body names another resource by its id, code or key, which has to exist.'

/** Bodies that refer to missing resources. */
export const REFERENCES: readonly Kind[] = [
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
    'integrations, jobs and events that do not exist',
    /^(?:POST|PUT) \/v2\/(?:alerts|integrations)/,
    /^There is no (?:integration|job|event) \S+\. @ \/data\/\w+_ids(?:\/\d+)?$/,
    EXISTS,
  ),
  refused(
    'prices of a price book that do not exist',
    /^PUT \/v2\/pricebooks\/\{pricebook_id\}\/prices$/,
    /: the price book has no such price of this sku\. @/,
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
    / is not an observable event key\. .* @ .*\/(?:triggered_by|type|(?:observes|keys)\/\d+)$/s,
    EXISTS,
  ),
  refused(
    'currencies that do not exist',
    PROMOTIONS,
    /^data\.(?:promotion\.)?currency must be a currency of the store; [A-Z]{3} is not\. @/,
    EXISTS,
  ),
]
