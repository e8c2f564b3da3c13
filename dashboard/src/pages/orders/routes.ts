import { type PageRoute, page } from '../../page-route.ts'

export const orderRoutes: readonly PageRoute[] = [
  page('orders', () => import('./orders.tsx'), 'OrdersPage'),
  page('orders/$order', () => import('./order.tsx'), 'OrderPage', [
    page('pay', () => import('./order-pay.tsx'), 'PayDialog'),
    page('edit', () => import('./order-edit.tsx'), 'EditDialog'),
    page('fulfil', () => import('./order-fulfil.tsx'), 'FulfilDialog'),
    page('cancel', () => import('./order-cancel.tsx'), 'CancelDialog'),
    page('anonymize', () => import('./order-anonymize.tsx'), 'AnonymizeDialog'),
    page('events', () => import('./order-places.tsx'), 'EventsPlace'),
    page('promotions', () => import('./order-places.tsx'), 'PromotionsPlace'),
    page('shipments/new', () => import('./shipment-create.tsx'), 'CreateShipmentDialog'),
    page('shipments/$shipment/edit', () => import('./shipment-edit.tsx'), 'EditShipmentDialog'),
    page('shipments/$shipment/cancel', () => import('./shipment-cancel.tsx'), 'CancelShipmentDialog'),
    page('transactions/$transaction/capture', () => import('./transaction-capture.tsx'), 'CaptureDialog'),
    page('transactions/$transaction/refund', () => import('./transaction-refund.tsx'), 'RefundDialog'),
    page('transactions/$transaction/cancel', () => import('./transaction-cancel.tsx'), 'VoidDialog'),
    page('transactions/$transaction/confirm', () => import('./transaction-confirm.tsx'), 'ConfirmTransactionDialog'),
    page('notes/$note/delete', () => import('./note-delete.tsx'), 'DeleteNoteDialog'),
  ]),
]
