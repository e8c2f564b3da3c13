/** A heading of the document: its topic, and the guide that explains more. */
export type Tag = { name: string; about: string; guide?: string }

export type TagGroup = { name: string; tags: readonly Tag[] }

/** Ordered as a client meets them. */
export const tagGroups: readonly TagGroup[] = [
  {
    name: 'Getting started',
    tags: [
      { name: 'Start', about: 'Where to find everything else.' },
      { name: 'Access', about: 'Access tokens.', guide: 'operating' },
      { name: 'Search', about: 'One search for orders, customers, products and everything else.' },
    ],
  },
  {
    name: 'Administration',
    tags: [
      { name: 'Stores', about: 'The stores of an organization.', guide: 'operating' },
      {
        name: 'Keys',
        about: 'Keys, which clients exchange for access tokens, and their permissions.',
        guide: 'permissions',
      },
      { name: 'Organizations', about: 'The organizations of the deployment.', guide: 'operating' },
      { name: 'People', about: 'People who may log in, and their roles.', guide: 'people' },
      { name: 'Sessions', about: 'Log-in and log-out of people.', guide: 'people' },
      { name: 'Own access', about: 'Changes that people make to their own access.', guide: 'people' },
      { name: 'Audit log', about: 'Who changed what, when, and from where.', guide: 'audit-log' },
    ],
  },
  {
    name: 'Events and deliveries',
    tags: [
      {
        name: 'Integrations',
        about: 'Webhooks, queues and brokers that events are delivered to.',
        guide: 'first-integration',
      },
      { name: 'Events', about: 'Events, and their types, including your own.', guide: 'publishing' },
      { name: 'Deliveries', about: 'Jobs, attempts and the health of an integration.', guide: 'webhooks' },
      { name: 'Replays', about: 'Redelivery of past events.', guide: 'receiving' },
      { name: 'Alerts', about: 'Notifications about integrations with problems.', guide: 'alerts' },
    ],
  },
  {
    name: 'Settings',
    tags: [
      { name: 'Settings', about: 'How a store behaves.' },
      { name: 'Currencies', about: 'The currencies of a store, and their formats.' },
    ],
  },
  {
    name: 'Products and catalogs',
    tags: [
      { name: 'Products', about: 'The goods that a store sells.', guide: 'products' },
      { name: 'Files of products', about: 'Images and other files of a product.', guide: 'products' },
      {
        name: 'Variations',
        about: 'Properties in which products differ, such as size, and their options.',
        guide: 'products',
      },
      {
        name: 'Variations of products',
        about: 'The variations of a product, and the children built from them.',
        guide: 'products',
      },
      { name: 'Files', about: 'Uploaded and linked files.', guide: 'products' },
      { name: 'Hierarchies', about: 'Trees of categories.', guide: 'catalogs' },
      { name: 'Node trees', about: 'The nesting of the nodes of a hierarchy.', guide: 'catalogs' },
      { name: 'Products in nodes', about: 'The products of each node.', guide: 'catalogs' },
      { name: 'Price books', about: 'Prices of products, by currency and quantity.', guide: 'catalogs' },
      {
        name: 'Catalogs',
        about: 'What is sold to whom: hierarchies with a price book, and the rules that choose a catalog.',
        guide: 'catalogs',
      },
      { name: 'Catalog releases', about: 'Published states of a catalog.', guide: 'catalogs' },
      { name: 'Catalog for shoppers', about: 'The published catalog of a shopper.', guide: 'catalogs' },
      { name: 'Inventories', about: 'Units in stock, and the transactions that change them.', guide: 'products' },
    ],
  },
  {
    name: 'Prices',
    tags: [
      { name: 'Promotions', about: 'Discounts, their coupons, and how often they were used.', guide: 'promotions' },
      { name: 'Applied promotions', about: 'The effects of promotions on a cart or an order.', guide: 'promotions' },
      { name: 'Taxes', about: 'Tax classes, zones and rates.' },
      { name: 'Shipping options', about: 'Destinations that a store ships to, and the costs.' },
    ],
  },
  {
    name: 'Carts and orders',
    tags: [
      { name: 'Carts', about: 'Items that a shopper wants to buy, up to checkout.', guide: 'orders' },
      { name: 'Orders', about: 'Purchases, from checkout on.', guide: 'orders' },
      { name: 'Transactions', about: 'Payments, captures and refunds of an order.', guide: 'orders' },
      { name: 'Gateways', about: 'Services that take payments.', guide: 'orders' },
      { name: 'Shipments', about: 'Goods sent to the buyer.', guide: 'orders' },
      { name: 'Order notes', about: 'Notes of sellers about an order.', guide: 'orders' },
    ],
  },
  {
    name: 'Customers and accounts',
    tags: [
      { name: 'Customers', about: 'Buyers with a password.', guide: 'logging-in' },
      { name: 'Addresses', about: 'Addresses of customers and accounts.', guide: 'logging-in' },
      { name: 'Accounts', about: 'Companies and households that buy.', guide: 'logging-in' },
      { name: 'Account members', about: 'People who act for accounts, and their tokens.', guide: 'logging-in' },
      { name: 'Account memberships', about: 'The accounts that members act for.', guide: 'logging-in' },
      { name: 'Authentication realms', about: 'Groups of users who log in alike.', guide: 'logging-in' },
      { name: 'Password profiles', about: 'How the users of a realm log in with a password.', guide: 'logging-in' },
      { name: 'User authentication info', about: 'The users of a realm.', guide: 'logging-in' },
      {
        name: 'User authentication password profile info',
        about: 'User names and passwords of users, by password profile.',
        guide: 'logging-in',
      },
    ],
  },
  {
    name: 'More',
    tags: [
      { name: 'Custom APIs', about: 'Resources that a store declares itself, and their fields.' },
      { name: 'Custom API entries', about: 'Entries of the resources that a store declares itself.' },
      { name: 'Jobs', about: 'Exports of many records.' },
      {
        name: 'Operations',
        about: 'Liveness and readiness of the service, and for operators its due, waiting and rejected work.',
        guide: 'observability',
      },
    ],
  },
]

export const documentTags = tagGroups
  .flatMap(({ tags }) => tags)
  .map(({ name, about, guide }) => ({
    name,
    description: guide === undefined ? about : `${about} Guide: \`docs/guides/${guide}.md\`.`,
  }))

/** The same tags in groups, in a widespread extension of OpenAPI. */
export const documentTagGroups = tagGroups.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) }))
