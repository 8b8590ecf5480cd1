import { Refusal } from '@heatfleet/contract/errors.ts'
import { namedSlaves } from '@heatfleet/modbus/locate.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Handlers } from '../../handler.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import { type Layouts, unpublishedRefusal } from '../products/public.ts'
import { recordsOfDevice } from './records.ts'
import { findDevice } from './store.ts'
import { readFaultWords } from './store-faults.ts'
import { toDevice } from './to-wire.ts'
import { zoneAt } from './zone-of-country.ts'

/** Repeated records of a unit's board, such as its error history. */
export const deviceRecordHandlers = ({
  database: { db },
  layouts,
}: Pick<AppContext, 'database'> & { layouts: Layouts }) =>
  ({
    deviceRecords: async ({ query: { mac } }, { caller }) => {
      const row = await findDevice(db, caller.scope, caller.uid, mac)
      const layout_id = row?.layout_id ?? null
      const layout = layout_id === null ? null : await layouts.find(layout_id)
      if (row === null) throw new Refusal('device_not_found')
      const device = toDevice(row)
      if (layout === null) throw await unpublishedRefusal(db, device.product_key)
      const tables = layout.record_tables.filter((table) => seesPoint(caller, table))
      if (tables.length === 0) return []
      const { known } = await readFaultWords(db, layout.layout_id)
      const latest = row.latest_blocks === null ? [] : unpackLatestBlocks(row.latest_blocks)
      const place = {
        time_zone: zoneAt(row.agent_country, device.position?.lon ?? null),
        named_slaves: namedSlaves(layout.points),
      }
      return tables.map((table) => recordsOfDevice(table, latest, known, place))
    },
  }) satisfies Pick<Handlers, 'deviceRecords'>
