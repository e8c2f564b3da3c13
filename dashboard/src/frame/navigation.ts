import {
  IconActivity,
  IconAddressBook,
  IconBell,
  IconBolt,
  IconBox,
  IconBroadcast,
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconDiscount,
  IconFileExport,
  IconFiles,
  IconHierarchy,
  IconHome,
  IconKey,
  IconListDetails,
  IconPackages,
  IconPercentage,
  IconPlugConnected,
  IconReceipt,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconTruck,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type OperationId, operationAt, operationOf } from '../api/operations.ts'
import { PLAIN_ENTRIES } from '../generated/plain-resources.ts'
import { capitalized } from '../kit/form/words.ts'
import type { Scope } from '../kit/scope.ts'
import type { Paths } from '../paths.ts'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>

export type NavigationItem = {
  label: string
  icon: Icon
  to: (paths: Paths) => string
  /** Path prefixes of all pages of the entry, if they differ from the first page's. */
  within?: (paths: Paths) => readonly string[]
  /** The operation that reads the list; without its permission the entry is hidden. */
  operation: OperationId
  /** Absent for both levels. */
  only?: 's' | 'o'
  /** Second key after `g`. */
  key?: string
}

const GROUPS: readonly { label: string; items: readonly NavigationItem[] }[] = [
  {
    label: 'Overview',
    items: [
      { label: 'Home', icon: IconHome, to: (paths) => paths.home(), operation: 'ListIntegrations', key: 'h' },
      {
        label: 'Integrations',
        icon: IconPlugConnected,
        to: (paths) => paths.integrations(),
        operation: 'ListIntegrations',
        key: 'i',
      },
      { label: 'Events', icon: IconBolt, to: (paths) => paths.events(), operation: 'ListEvents', key: 'e' },
      { label: 'Live', icon: IconBroadcast, to: (paths) => paths.live(), operation: 'StreamDeliveries', key: 'l' },
      { label: 'Alerts', icon: IconBell, to: (paths) => paths.alerts(), operation: 'ListAlerts' },
    ],
  },
  {
    label: 'Sell',
    items: [
      {
        label: 'Orders',
        icon: IconReceipt,
        to: (paths) => paths.orders(),
        operation: 'ListOrders',
        only: 's',
        key: 'o',
      },
      {
        label: 'Carts',
        icon: IconShoppingCart,
        to: (paths) => paths.carts(),
        operation: 'ListCarts',
        only: 's',
        key: 'c',
      },
      {
        label: 'Customers',
        icon: IconUsers,
        to: (paths) => paths.customers(),
        operation: 'ListCustomers',
        only: 's',
        key: 'u',
      },
      {
        label: 'Accounts',
        icon: IconUsersGroup,
        to: (paths) => paths.accounts(),
        within: (paths) => [paths.accounts(), paths.members(), paths.realms()],
        operation: 'ListAccounts',
        only: 's',
      },
      {
        label: 'Promotions',
        icon: IconDiscount,
        to: (paths) => paths.promotions(),
        operation: 'ListPromotions',
        only: 's',
        key: 'm',
      },
    ],
  },
  {
    label: 'Catalog',
    items: [
      {
        label: 'Products',
        icon: IconBox,
        to: (paths) => paths.products(),
        operation: 'ListProducts',
        only: 's',
        key: 'p',
      },
      {
        label: 'Hierarchies',
        icon: IconHierarchy,
        to: (paths) => paths.hierarchies(),
        operation: 'ListHierarchies',
        only: 's',
      },
      {
        label: 'Variations',
        icon: IconListDetails,
        to: (paths) => paths.resource('variations'),
        operation: 'ListVariations',
        only: 's',
      },
      {
        label: 'Price books',
        icon: IconTags,
        to: (paths) => paths.priceBooks(),
        operation: 'ListPriceBooks',
        only: 's',
      },
      { label: 'Catalogs', icon: IconPackages, to: (paths) => paths.catalogs(), operation: 'ListCatalogs', only: 's' },
      {
        label: 'Inventory',
        icon: IconBuildingStore,
        to: (paths) => paths.inventories(),
        operation: 'ListInventories',
        only: 's',
      },
      { label: 'Files', icon: IconFiles, to: (paths) => paths.files(), operation: 'ListFiles', only: 's' },
    ],
  },
  {
    label: 'Set up',
    items: [
      {
        label: 'Taxes',
        icon: IconPercentage,
        to: (paths) => paths.resource('taxes/rates'),
        within: (paths) => [paths.resource('taxes')],
        operation: 'ListTaxRates',
        only: 's',
      },
      {
        label: 'Shipping options',
        icon: IconTruck,
        to: (paths) => paths.resource('shipping-options'),
        operation: 'ListShippingOptions',
        only: 's',
      },
      {
        label: 'Currencies',
        icon: IconCash,
        to: (paths) => paths.resource('currencies'),
        operation: 'ListCurrencies',
        only: 's',
      },
      {
        label: 'Gateways',
        icon: IconWorld,
        to: (paths) => paths.resource('gateways'),
        operation: 'ListPaymentGateways',
        only: 's',
      },
      {
        label: 'Custom APIs',
        icon: IconListDetails,
        to: (paths) => paths.customApis(),
        operation: 'ListCustomAPIs',
        only: 's',
      },
      {
        label: 'Exports',
        icon: IconFileExport,
        to: (paths) => paths.exports(),
        operation: 'ListExportJobs',
        only: 's',
      },
      { label: 'Settings', icon: IconSettings, to: (paths) => paths.settings(), operation: 'GetSettings' },
    ],
  },
  {
    label: 'Access',
    items: [
      { label: 'People', icon: IconAddressBook, to: (paths) => paths.people(), operation: 'ListPeople' },
      {
        label: 'Organization',
        icon: IconBuilding,
        to: (paths) => paths.organization(),
        operation: 'GetOrganization',
        only: 'o',
      },
      { label: 'Stores', icon: IconBuildingStore, to: (paths) => paths.stores(), operation: 'ListStores', only: 'o' },
      { label: 'Keys', icon: IconKey, to: (paths) => paths.keys(), operation: 'ListKeys' },
      { label: 'Audit log', icon: IconActivity, to: (paths) => paths.audit(), operation: 'ListAuditEntries' },
    ],
  },
]

/** Navigation by group: the entries above and the plain resources that name a group. */
export const NAVIGATION = GROUPS.map(({ label, items }) => ({
  label,
  items: [...items, ...PLAIN_ENTRIES.filter(({ group }) => group === label).flatMap(entryOf)],
}))

function entryOf({ many, address, list }: (typeof PLAIN_ENTRIES)[number]): NavigationItem[] {
  const operation = operationAt('get', list)
  const to = (paths: Paths) => paths.resource(address)
  return operation === null ? [] : [{ label: capitalized(many), icon: IconListDetails, to, operation, only: 's' }]
}

/** True if the person may open the entry in this scope. */
export function isOffered({ operation, only }: NavigationItem, { level, permissions }: Scope): boolean {
  const { permission } = operationOf(operation)
  return (only ?? level) === level && (permission === undefined || permissions.has(permission))
}
