import { labeled } from '../../kit/form/overrides.ts'

export const GROUPS = [
  {
    title: 'Prices and taxes',
    fields: ['prices_include_tax', 'calculation_method', 'cart_stacking'],
  },
  {
    title: 'Carts and orders',
    fields: ['cart_expiry_days', 'order_expiry_hours', 'order_number_format', 'address_mandatory_fields'],
  },
  {
    title: 'What shoppers may do',
    fields: ['customer_self_signup', 'shopper_custom_items', 'shopper_tax_items', 'shopper_channels'],
  },
  { title: 'Accounts', fields: ['membership_limit'] },
  { title: 'Languages', fields: ['default_language', 'additional_languages'] },
  { title: 'Lists', fields: ['page_length', 'list_child_products'] },
  { title: 'For developers', fields: ['unknown_members'] },
]

export const OVERRIDES = {
  prices_include_tax: {
    help: 'For prices of products, custom items and shipping options that do not specify it themselves.',
  },
  calculation_method: labeled('Compute tax', {
    help: 'Tax on shipping is always computed separately.',
    options: [
      { value: 'line', label: 'For each line, then add up' },
      { value: 'simple', label: 'Once for all lines with the same taxes' },
    ],
  }),
  cart_stacking: labeled('Promotions on the cart total', {
    help: 'When several apply to a cart.',
    options: [
      { value: 'all', label: 'Apply all, one after another' },
      { value: 'best', label: 'Apply the one with the largest discount' },
    ],
  }),
  cart_expiry_days: labeled('Days to keep a cart', { help: 'Counted from its last change.' }),
  order_expiry_hours: labeled('Hours to pay an order', {
    help: 'Orders without any payment are then cancelled, and their stock is available again. A pending or authorized payment keeps them. Empty: never.',
  }),
  order_number_format: labeled('Numbers of new orders', {
    help: '',
    options: [
      { value: 'alphanumeric', label: 'Such as 7K2QX-M94TB' },
      { value: 'digits', label: 'Fifteen digits' },
    ],
  }),
  address_mandatory_fields: labeled('Required in addresses', {
    help: 'In addition to the first line and the country.',
  }),
  customer_self_signup: labeled('Register as customers', {
    help: 'Off: only sellers create customers. Those who exist log in as before.',
  }),
  shopper_custom_items: labeled('Add custom items', {
    help: 'Items that are not in a catalog. The request sets their price, so shoppers can choose it.',
  }),
  shopper_tax_items: labeled('Add tax items', {
    help: 'They replace the taxes of the store on a line, so shoppers can choose their tax.',
  }),
  shopper_channels: labeled('Choose a channel', {
    help: 'The channel of a request (`EP-Channel`) can change prices. Off: requests of shoppers that name one are rejected.',
  }),
  membership_limit: labeled('Accounts of one member, at most', { help: 'Accounts that one person can act for.' }),
  default_language: {
    help: 'A code such as `en` or `pt-BR`: the language of names and descriptions. A catalog can have another language.',
  },
  additional_languages: {
    help: 'Codes such as `fr`, for storefronts that let shoppers choose. The translations are in products, nodes and options.',
  },
  page_length: labeled('Records per page', { help: 'In lists, when a request does not specify a limit.' }),
  list_child_products: labeled('List every variation', {
    help: 'Off: of the variations of one product, lists for shoppers show only the oldest.',
  }),
  unknown_members: labeled('Requests with unknown members', {
    help: 'Members that the API does not know, such as misspelled ones. Requests about money or access are refused in every case.',
    options: [
      { value: 'refuse', label: 'Refuse the request' },
      { value: 'report', label: 'Ignore and report the members' },
    ],
  }),
}
