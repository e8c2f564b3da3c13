/** Callbacks for metrics of the shop, each called once its change has committed. They must not throw. */
export type ShopTelemetry = {
  /** A checkout created an order, or was refused. */
  checkedOut(outcome: 'ordered' | 'refused'): void
  /** A gateway decided on a charge. */
  charged(charge: { gateway: string; transaction_type: string; status: string }): void
  /** A checkout failed because this many products were out of stock. */
  stockRefused(products: number): void
  /** A shopper's search found this many products. */
  searched(results: number): void
}

export const noShopTelemetry: ShopTelemetry = {
  checkedOut() {},
  charged() {},
  stockRefused() {},
  searched() {},
}
