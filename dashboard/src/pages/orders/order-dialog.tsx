import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OperationId } from '../../api/operations.ts'
import type { Order, Transaction } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { announce } from '../../kit/announce.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { doneWords } from '../../kit/form/words.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { useOnce } from '../../kit/requests/use-once.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { STALE, useOrder, useTransaction } from './reads.ts'

type OrderDialogProps = {
  title: string
  size?: 'md' | 'lg' | 'xl'
  children: (order: Order, close: () => void) => ReactNode
}

/** Dialog over the page of an order. */
export function OrderDialog({ title, size, children }: OrderDialogProps) {
  const id = useParam('order')
  const close = useClose(id)
  const query = useOrder(id)
  return (
    <RouteDialog title={title} backTo={usePaths().order(id)} {...(size === undefined ? {} : { size })}>
      <Loaded query={query} what="order">
        {({ data }) => children(data, close)}
      </Loaded>
    </RouteDialog>
  )
}

type TransactionDialogProps = {
  title: string
  size?: 'md' | 'lg' | 'xl'
  children: (transaction: Transaction, order: Order, close: () => void) => ReactNode
}

/** Dialog about a transaction of an order. */
export function TransactionDialog({ children, ...props }: TransactionDialogProps) {
  const query = useTransaction(useParam('order'), useParam('transaction'))
  return (
    <OrderDialog {...props}>
      {(order, close) => (
        <Loaded query={query} what="transaction">
          {({ data }) => children(data, order, close)}
        </Loaded>
      )}
    </OrderDialog>
  )
}

function useClose(order_id: string): () => void {
  const back = usePaths().order(order_id)
  const goTo = useGoTo()
  return () => goTo(back)
}

/** Change of an order from a dialog, which closes on success. */
export function useOrderChange<V = void, R = unknown>(
  order_id: string,
  run: (api: Api, variables: V) => Promise<{ data?: R }>,
  onDone?: () => void,
) {
  const close = useClose(order_id)
  return useChange<V, R>({ stale: STALE, run, onDone: onDone ?? close })
}

type OrderConfirmProps = {
  order_id: string
  title: string
  operation: OperationId
  run: (api: Api) => Promise<{ data?: unknown }>
  confirmLabel: string
  children: ReactNode
  irreversible?: string
  typeToConfirm?: string
  danger?: boolean
}

/** Confirmation that sends its request only once, however often the button is pressed. */
export function OrderConfirm({ order_id, operation, run, children, ...props }: OrderConfirmProps) {
  const close = useClose(order_id)
  const onDone = () => {
    close()
    announce(doneWords(props.confirmLabel))
  }
  const change = useOrderChange<void>(order_id, (api) => run(api), onDone)
  const [send] = useOnce(() => change.mutateAsync())
  const forbidden = whyForbidden(operation, useScope())
  const error = forbidden ?? change.error?.message
  const confirm = () => {
    if (forbidden === null) send()
  }
  return (
    <ConfirmDialog
      opened
      onClose={close}
      onConfirm={confirm}
      busy={change.isPending}
      {...(error === undefined ? {} : { error })}
      {...props}
    >
      {children}
    </ConfirmDialog>
  )
}
