import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Order } from '@heatfleet/contract/service-orders/row.ts'
import type { ReactNode } from 'react'
import { ListTable } from '../../lists/list-table.tsx'
import { useMessages } from '../../messages/messages.ts'
import { orderPath } from '../../orders/order-paths.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx'
import type { ListPlace } from '../../ui/list-address.ts'
import type { ListRead } from '../../ui/list-status.tsx'

type Props = {
  list: 'orders' | 'evaluations'
  title: string
  columns: readonly Column<Order>[]
  fields: readonly FilterField[]
  read: ListRead<Order>
  needs: Permission
  address: ListPlace
  turn: (place: Partial<ListPlace>) => void
  match: string
  onClear: () => void
  never: ReactNode
  tools?: ReactNode
}

/** Orders with their filters, as both lists have them. */
export function OrderTable({ title, turn, fields, ...list }: Props) {
  const t = useMessages('service-orders')
  return (
    <>
      <FilterBar fields={fields} onReset={list.onClear} />
      <ListTable<Order>
        {...list}
        label={title}
        keyOf={({ order_id }) => String(order_id)}
        nameOf={({ order_id }) => t(($) => $.detail, { id: order_id })}
        pathOf={({ order_id }) => orderPath(order_id)}
        change={turn}
        filtered={fields.some(({ chip }) => chip !== undefined)}
        summary={(count) => t(($) => $.matching, { count })}
      />
    </>
  )
}
