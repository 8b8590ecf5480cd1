import type { Shipment } from '@heatfleet/contract/shipments/shipments.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber } from '../../ui/format.ts'
import { actionsColumn } from '../../ui/row-actions.tsx'
import { BatchActions } from './batch-actions.tsx'
import css from './shipments.module.css'
import { Text, useSenderName } from './unit-columns.tsx'

/** The columns of batches (product 3.10). */
export const useBatchColumns = (): readonly Column<Shipment>[] => {
  const t = useMessages('shipments')
  const lang = useLanguage()
  const nameOf = useProductName()
  const senderName = useSenderName()
  return useMemo(() => {
    const titles = t(($) => $.columns, { returnObjects: true })
    type Key = keyof typeof titles
    const text = (key: Key, width_px: number, plain: (row: Shipment) => string): Column<Shipment> => ({
      key,
      title: titles[key],
      width_px,
      cell: (row) => <Text text={plain(row)} />,
      plain,
    })
    const count = (
      key: 'device_count' | 'confirmed_count' | 'returned_count' | 'online_count',
      width_px: number,
    ): Column<Shipment> => ({
      key,
      title: titles[key],
      width_px,
      align: 'end',
      cell: (row) => <span className={css.number}>{formatNumber(row[key], 0, lang)}</span>,
      plain: (row) => row[key],
    })
    return [
      { ...text('batch_no', 130, (row) => row.batch_no), fixed: 'start', always: true },
      text('sender_name', 164, senderName),
      text('receiver_name', 160, (row) => row.receiver_name),
      text('products', 170, ({ products }) =>
        products.map((product) => `${nameOf(product)} × ${formatNumber(product.count, 0, lang)}`).join(', '),
      ),
      count('device_count', 70),
      count('confirmed_count', 92),
      count('returned_count', 84),
      count('online_count', 104),
      {
        key: 'ship_time',
        title: titles.ship_time,
        width_px: 96,
        cell: (row) => <Age at={row.ship_time} />,
        plain: (row) => row.ship_time,
      },
      text('operator', 110, (row) => row.operator),
      text('order_no', 120, (row) => row.order_no),
      text('logistics_no', 120, (row) => row.logistics_no),
      text('remark', 130, (row) => row.remark),
      actionsColumn(titles.actions, (row) => <BatchActions batch={row} />),
    ]
  }, [t, lang, nameOf, senderName])
}
