import { expect, test } from 'vitest'
import { NAVIGATION } from '../../src/frame/navigation.ts'
import type { PageRoute } from '../../src/page-route.ts'
import { type Paths, paths, pathsIn } from '../../src/paths.ts'
import { OF_A_SCOPE, OF_NO_SCOPE } from '../../src/site-map.ts'

const to = pathsIn({ level: 's', id: 'S' })

const INTEGRATION_PARTS = ['settings', 'secret', 'secret/rotate', 'secret/end-previous', 'disable', 'delete'] as const

/** Every address that the dashboard can create; a new one must be added here. */
const ADDRESSES: Record<keyof Paths, readonly string[]> = {
  home: [to.home()],
  integrations: [to.integrations()],
  newIntegration: [
    to.newIntegration(),
    ...(['type', 'events', 'target', 'check', 'done'] as const).map(to.newIntegration),
  ],
  integration: [to.integration('I'), ...INTEGRATION_PARTS.map((part) => to.integration('I', part))],
  integrationHealth: [to.integrationHealth('I', { range: '24h' })],
  jobs: [to.jobs('I', { filter: 'eq(status,failed)' })],
  attempts: [to.attempts('I')],
  replays: [to.replays('I')],
  liveOf: [to.liveOf('I')],
  newJobRun: [to.newJobRun('I', { action: 'retry' })],
  job: [to.job('I', 'J')],
  attempt: [to.attempt('I', 'J', 'L')],
  jobRuns: [to.jobRuns()],
  jobRun: [to.jobRun('R')],
  replay: [to.replay('I', 'R')],
  newReplay: [to.newReplay('I')],
  live: [to.live()],
  alerts: [to.alerts()],
  events: [to.events({ key: 'order.paid' })],
  event: [to.event('E')],
  publish: [to.publish({ key: 'order.paid' })],
  eventTypes: [to.eventTypes()],
  newEventType: [to.newEventType()],
  eventType: [to.eventType('order.paid'), to.eventType('own.key', 'edit'), to.eventType('own.key', 'delete')],
  orders: [to.orders()],
  order: [
    to.order('O'),
    ...['pay', 'edit', 'cancel', 'fulfil', 'events', 'promotions'].map((part) => to.order('O', part)),
  ],
  carts: [to.carts()],
  cart: [to.cart('C'), to.cart('C', 'checkout')],
  customers: [to.customers()],
  customer: [to.customer('C')],
  accounts: [to.accounts()],
  account: [to.account('A')],
  members: [to.members()],
  realms: [to.realms()],
  products: [to.products()],
  product: [to.product('P'), to.product('P', 'prices')],
  newProduct: [to.newProduct()],
  createdProduct: [to.createdProduct('P', 'C')],
  hierarchies: [to.hierarchies()],
  hierarchy: [to.hierarchy('H')],
  priceBooks: [to.priceBooks()],
  prices: [to.prices('B')],
  catalogs: [to.catalogs()],
  catalog: [to.catalog('C')],
  catalogRules: [to.catalogRules()],
  release: [to.release('C', 'R')],
  inventories: [to.inventories()],
  inventory: [to.inventory('P'), to.inventory('P', 'stop-tracking')],
  newInventory: [to.newInventory()],
  promotions: [to.promotions()],
  newPromotion: [to.newPromotion()],
  promotion: [
    to.promotion('P'),
    ...(['try', 'delete', 'coupons', 'usages'] as const).map((part) => to.promotion('P', part)),
  ],
  coupon: [to.coupon('P', 'C'), to.coupon('P', 'C', 'delete'), to.coupon('P', 'new'), to.coupon('P', 'batch')],
  couponBatch: [to.couponBatch('P', 'B'), to.couponBatch('P', 'B', 'delete')],
  resource: [
    'taxes/rates',
    'taxes/classes',
    'taxes/zones',
    'shipping-options',
    'currencies',
    'gateways',
    'variations',
  ].map((name) => to.resource(name)),
  customApis: [to.customApis()],
  customApi: [to.customApi('A'), to.customApi('A', 'fields'), to.customApi('A', 'entries')],
  files: [to.files()],
  file: [to.file('F', 'delete')],
  exports: [to.exports()],
  settings: [to.settings(), to.settings('reset')],
  people: [to.people()],
  person: [
    to.person('P'),
    ...(['edit', 'password-reset', 'end-sessions', 'remove'] as const).map((part) => to.person('P', part)),
  ],
  invite: [to.invite()],
  invitations: [to.invitations()],
  revokeInvitation: [to.revokeInvitation('I')],
  keys: [to.keys()],
  newKey: [to.newKey()],
  key: [to.key('K'), to.key('K', 'revoke')],
  organization: [to.organization()],
  renameOrganization: [to.renameOrganization()],
  stores: [to.stores()],
  newStore: [to.newStore()],
  renameStore: [to.renameStore('S')],
  audit: [to.audit()],
  auditOf: [to.auditOf('R')],
  auditEntry: [to.auditEntry('E')],
}

function addressesOf(pages: readonly PageRoute[], above: string): string[] {
  return pages.flatMap(({ path, children }) => {
    const own = [above, path].join('/').replaceAll(/\/+/g, '/').replace(/\/$/, '') || '/'
    return [own, ...addressesOf(children, own)]
  })
}

const PAGES = [...addressesOf(OF_A_SCOPE, '/$level/$owner'), ...addressesOf(OF_NO_SCOPE, '')]

function leadsToAPage(address: string): boolean {
  const [path = ''] = address.split('?')
  return PAGES.some((page) => new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+').replaceAll('.', '[.]')}$`).test(path))
}

test('each address that the dashboard creates leads to a page', () => {
  const ofNoScope = [paths.me(), paths.me('password'), paths.system(), paths.system('broker'), paths.newOrganization()]
  expect([...Object.values(ADDRESSES).flat(), ...ofNoScope].filter((address) => !leadsToAPage(address))).toEqual([])
})

test('each entry of the navigation leads to a page', () => {
  const entries = NAVIGATION.flatMap(({ items }) => items)
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.filter((entry) => !leadsToAPage(entry.to(to))).map(({ label }) => label)).toEqual([])
})

test('no address has two pages', () => {
  const shapes = PAGES.map((page) => page.replaceAll(/\$\w+/g, '$'))
  // A page and its first tab share an address.
  const doubled = shapes.filter((shape, at) => shapes.indexOf(shape) !== at)
  expect(doubled.filter((shape) => !/\/\$$|\/new$|\/system$/.test(shape))).toEqual([])
})
