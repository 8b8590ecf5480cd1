import { Refusal } from '@heatfleet/contract/errors.ts'
import { FAULT_SEVERITY } from '@heatfleet/contract/faults/alarm-rules.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { alarmRulesOf } from '../../ingest/alarm-rules.ts'
import { type Layouts, unpublishedRefusal } from '../products/public.ts'
import { latestValueOf } from './latest-values.ts'
import { findDevice } from './store.ts'
import { findRaisedAt, readFaultWords } from './store-faults.ts'
import { toDevice } from './to-wire.ts'

/** Current faults of a unit. The gateway decides which alarms are active; their severity follows the same rules. */
export const deviceFaultHandlers = ({
  database: { db },
  layouts,
}: Pick<AppContext, 'database'> & { layouts: Layouts }) =>
  ({
    deviceFaults: async ({ query: { mac } }, { caller }) => {
      const row = await findDevice(db, caller.scope, caller.uid, mac)
      const layout_id = row?.layout_id ?? null
      const layout = layout_id === null ? null : await layouts.find(layout_id)
      if (row === null) throw new Refusal('device_not_found')
      const { product_key, alarm_keys: keys } = toDevice(row)
      if (layout === null) throw await unpublishedRefusal(db, product_key)
      if (keys.length === 0) return []
      const [{ alarm_defaults, known: known_codes }, raised] = await Promise.all([
        readFaultWords(db, layout.layout_id),
        findRaisedAt(db, caller.scope, mac, keys),
      ])
      const severities = new Map(known_codes.map(({ code, severity }) => [code, severity]))
      const rules = new Map(alarmRulesOf(layout.points, alarm_defaults, severities).map((rule) => [rule.key, rule]))
      return keys.map((key) => {
        const rule = rules.get(key)
        const value =
          rule === undefined || rule.by_value.size === 0 ? null : latestValueOf(layout, row.latest_blocks, key)
        const { code, severity } = (value === null ? undefined : rule?.by_value.get(value)) ??
          rule ?? { code: null, severity: 'major' }
        return {
          point_key: key,
          code,
          names: known_codes.find((fault) => fault.code === code)?.names ?? null,
          severity: FAULT_SEVERITY[severity],
          since: raised.get(key)?.toISOString() ?? null,
        }
      })
    },
  }) satisfies Pick<Handlers, 'deviceFaults'>
