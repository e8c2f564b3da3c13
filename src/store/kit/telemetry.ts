/** Callbacks from which metrics of the shop are derived, each called once its change has committed. They must not throw. */
export type ShopTelemetry = {
  /** A checkout has become an order, or was refused. */
  checkedOut(outcome: 'ordered' | 'refused'): void
  /** A gateway has decided on a charge. */
  charged(charge: { gateway: string; transaction_type: string; status: string }): void
  /** Stock of so many products did not suffice for a checkout. */
  stockRefused(products: number): void
  /** A shopper has searched, and found so many products. */
  searched(results: number): void
}

export const noShopTelemetry: ShopTelemetry = {
  checkedOut() {},
  charged() {},
  stockRefused() {},
  searched() {},
}
