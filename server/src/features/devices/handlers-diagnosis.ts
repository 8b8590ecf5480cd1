import { diagnose } from '@heatfleet/contract/devices/diagnose.ts'
import type { DiagnosisFacts, deviceDiagnosis } from '@heatfleet/contract/devices/diagnosis.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import type { Layouts } from '../products/public.ts'
import { latestValues } from './latest-values.ts'
import { findDevice } from './store.ts'
import { findDiagnosisRow } from './store-diagnosis.ts'
import { toDevice } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { layouts: Layouts }

/** The diagnosis of a unit: facts of the database, findings by the rules of the contract. */
export const deviceDiagnosisHandlers = ({ database: { db }, clock, layouts }: Deps) =>
  ({
    deviceDiagnosis: async ({ query: { mac } }, { caller }) => {
      const now_ms = clock.now()
      const [row, more] = await Promise.all([
        findDevice(db, caller.scope, caller.uid, mac),
        findDiagnosisRow(db, caller.scope, mac, new Date(now_ms)),
      ])
      if (row === null || more === null) throw new Refusal('device_not_found')
      const layout = row.layout_id === null ? null : await layouts.find(row.layout_id)
      const device = toDevice(row)
      const facts: DiagnosisFacts = {
        net: device.net,
        iccid: device.iccid,
        card_status: more.card_status,
        card_expiration_time: timeOf(more.card_expires_at),
        card_traffic_used_mb: more.card_used_mb,
        card_traffic_total_mb: more.card_total_mb,
        online_status: device.online_status,
        online_since: device.online_since,
        last_offline_time: device.last_offline_time,
        online_times: device.online_times,
        rssi_dbm: device.rssi_dbm,
        module_type: device.module_type,
        module_version: device.module_version,
        replaced_time: device.replaced_time,
        bus_status: device.bus_status,
        vcard_pk: device.vcard_pk,
        product_key: device.product_key,
        product_published: more.published,
        product_disabled: more.disabled,
        point_count: layout?.points.length ?? 0,
        last_report_time: device.last_report_time,
        value_count: layout === null ? 0 : latestValues(layout, row.latest_blocks).length,
        refused_count: more.refused_count,
        refused_time: timeOf(more.refused_at),
        refused_reason: more.refused_reason ?? '',
        last_arrival_time: timeOf(more.last_arrival_at),
      }
      return { mac: device.mac, at: new Date(now_ms).toISOString(), steps: diagnose(facts, now_ms), facts }
    },
  }) satisfies Pick<Handlers, keyof typeof deviceDiagnosis>

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null
