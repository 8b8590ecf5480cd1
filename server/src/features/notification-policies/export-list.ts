import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { toDelivery } from './handlers-deliveries.ts'
import { listDeliveries } from './store-deliveries.ts'

/** The delivery log as a file: the filter of the list, in the order in which the messages were made. */
export const notificationLogExport = ({
  database: { db },
}: Pick<AppContext, 'database'>): ExportSource<'notification-log'> =>
  listSource({
    needs: 'notification:view',
    list: (caller, { filter }, part) => listDeliveries(db, caller, filter, part),
    keyOf: ({ delivery_id }) => delivery_id,
    toRows: (rows, caller) =>
      rows.map((row): ExportRow<'notification-log'> => {
        const delivery = toDelivery(caller, row)
        return {
          ...delivery,
          created_time: row.created_at,
          sent_time: row.sent_at,
          reason: delivery.reason ?? '',
          message_id: delivery.message_id ?? '',
          mac: delivery.mac ?? '',
        }
      }),
  })
