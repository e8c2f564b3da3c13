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
        about: 'Keys, with which clients get access tokens, and what they may do.',
        guide: 'permissions',
      },
      { name: 'Organizations', about: 'The organizations of the deployment.', guide: 'operating' },
      { name: 'People', about: 'Who may log in, and what they may do where.', guide: 'people' },
      { name: 'Sessions', about: 'Log-in and log-out of people.', guide: 'people' },
      { name: 'Own access', about: 'What people change of their own access.', guide: 'people' },
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
      { name: 'Events', about: 'What happened, and the types of events, also your own.', guide: 'publishing' },
      { name: 'Deliveries', about: 'Jobs, attempts and the health of an integration.', guide: 'webhooks' },
      { name: 'Replays', about: 'Events of the past, delivered again.', guide: 'receiving' },
      { name: 'Alerts', about: 'Messages to people about integrations with problems.', guide: 'alerts' },
    ],
  },
  {
    name: 'Settings',
    tags: [
      { name: 'Settings', about: 'How a store behaves.' },
      { name: 'Currencies', about: 'The currencies of a store, and how it shows amounts.' },
    ],
  },
  {
    name: 'Products and catalogs',
    tags: [
      { name: 'Products', about: 'What is sold.', guide: 'products' },
      { name: 'Files of products', about: 'Images and other files of a product.', guide: 'products' },
      { name: 'Variations', about: 'What products differ in, such as a size, and its options.', guide: 'products' },
      {
        name: 'Variations of products',
        about: 'The variations of a product, and the children built from them.',
        guide: 'products',
      },
      { name: 'Files', about: 'Uploaded and linked files.', guide: 'products' },
      { name: 'Hierarchies', about: 'Trees of categories.', guide: 'catalogs' },
      { name: 'Node trees', about: 'The nodes of a hierarchy below one another.', guide: 'catalogs' },
      { name: 'Products in nodes', about: 'Which products are in which node.', guide: 'catalogs' },
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
      { name: 'Applied promotions', about: 'What promotions did to a cart or an order.', guide: 'promotions' },
      { name: 'Taxes', about: 'Tax classes, zones and rates.' },
      { name: 'Shipping options', about: 'Where a store ships, and what it costs.' },
    ],
  },
  {
    name: 'Carts and orders',
    tags: [
      { name: 'Carts', about: 'What a shopper wants to buy, up to checkout.', guide: 'orders' },
      { name: 'Orders', about: 'What was bought.', guide: 'orders' },
      { name: 'Transactions', about: 'Payments, captures and refunds of an order.', guide: 'orders' },
      { name: 'Gateways', about: 'What takes payments.', guide: 'orders' },
      { name: 'Shipments', about: 'What was sent to the buyer.', guide: 'orders' },
      { name: 'Order notes', about: 'What sellers write down about an order.', guide: 'orders' },
    ],
  },
  {
    name: 'Customers and accounts',
    tags: [
      { name: 'Customers', about: 'Buyers with a password.', guide: 'logging-in' },
      { name: 'Addresses', about: 'Addresses of customers and accounts.', guide: 'logging-in' },
      { name: 'Accounts', about: 'Companies and households that buy.', guide: 'logging-in' },
      { name: 'Account members', about: 'People who act for accounts, and their tokens.', guide: 'logging-in' },
      { name: 'Account memberships', about: 'Which member acts for which account.', guide: 'logging-in' },
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
        about: 'Whether the service is alive and ready, and for operators what is due, waits and is refused.',
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
