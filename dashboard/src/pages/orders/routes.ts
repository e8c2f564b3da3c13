import { type PageRoute, page } from '../../page-route.ts'

export const orderRoutes: readonly PageRoute[] = [
  page('orders', () => import('./orders.tsx'), 'OrdersPage'),
  page('orders/$order/invoice', () => import('./print/invoice.tsx'), 'InvoicePage'),
  page('orders/$order/shipments/$shipment/packing-slip', () => import('./print/packing-slip.tsx'), 'PackingSlipPage'),
  page('orders/$order', () => import('./order.tsx'), 'OrderPage', [
    page('pay', () => import('./payments/order-pay.tsx'), 'PayDialog'),
    page('edit', () => import('./order-edit.tsx'), 'EditDialog'),
    page('fulfil', () => import('./order-fulfil.tsx'), 'FulfilDialog'),
    page('cancel', () => import('./order-cancel.tsx'), 'CancelDialog'),
    page('anonymize', () => import('./order-anonymize.tsx'), 'AnonymizeDialog'),
    page('events', () => import('./order-places.tsx'), 'EventsPlace'),
    page('promotions', () => import('./order-places.tsx'), 'PromotionsPlace'),
    page('shipments/new', () => import('./shipments/shipment-create.tsx'), 'CreateShipmentDialog'),
    page('shipments/$shipment/edit', () => import('./shipments/shipment-edit.tsx'), 'EditShipmentDialog'),
    page('shipments/$shipment/cancel', () => import('./shipments/shipment-cancel.tsx'), 'CancelShipmentDialog'),
    page('transactions/$transaction/capture', () => import('./payments/transaction-capture.tsx'), 'CaptureDialog'),
    page('transactions/$transaction/refund', () => import('./payments/transaction-refund.tsx'), 'RefundDialog'),
    page('transactions/$transaction/cancel', () => import('./payments/transaction-cancel.tsx'), 'VoidDialog'),
    page(
      'transactions/$transaction/confirm',
      () => import('./payments/transaction-confirm.tsx'),
      'ConfirmTransactionDialog',
    ),
    page('notes/$note/delete', () => import('./note-delete.tsx'), 'DeleteNoteDialog'),
  ]),
]
