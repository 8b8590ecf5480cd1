import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import type { Layouts } from '../products/public.ts'
import { controlQueryOf, controlScopesOf } from './handlers.ts'
import { listControls } from './store-list.ts'
import { layoutsOf, toLogRow } from './to-wire.ts'

type Deps = Pick<AppContext, 'database'> & { layouts: Layouts }

/** The control log as a file, the newest first; contact data of others needs `pii:export`. */
export const controlLogExport = ({ database: { db }, layouts }: Deps): ExportSource<'control-log'> =>
  listSource({
    needs: 'controllog:export',
    list: (caller, { filter }, part) => listControls(db, controlScopesOf(caller), controlQueryOf(caller, filter), part),
    keyOf: ({ control_id }) => control_id,
    toRows: async (rows, caller, { language }) => {
      const by_id = await layoutsOf(layouts, rows)
      const viewer = { uid: caller.uid, permissions: caller.permissions.has('pii:export') ? caller.permissions : NONE }
      return rows.map((row) => {
        const shown = toLogRow(row, by_id, viewer)
        const named = (value: number | null) =>
          shown.choices.find((choice) => choice.value === value)?.names[language] || value
        return {
          control_time: row.control_time,
          mac: shown.mac,
          device_name: shown.device_name,
          product_name: language === 'zh' ? shown.product_name : shown.product_english_name,
          agent_name: shown.agent_name,
          operator_name: shown.operator_name,
          operator_email: shown.operator_email,
          operator_phone: shown.operator_phone,
          operator_address: shown.operator_address,
          source: shown.source,
          change_reason: shown.change_reason,
          rollout_name: shown.rollout_name,
          point: shown.names[language] || shown.point_key,
          point_key: shown.point_key,
          address: shown.address,
          old_value: named(shown.old_value),
          new_value: named(shown.new_value),
          read_back: named(shown.read_back),
          unit: shown.unit,
          state: shown.state,
          reason: shown.reason,
          control_data: shown.control_data,
          frame: shown.frame,
          read_back_data: shown.read_back_data,
          sends: shown.sends,
          sent_time: row.sent_at,
          acked_time: row.acked_at,
          finish_time: row.finish_time,
          request_id: shown.request_id,
        }
      })
    },
  })

const NONE: ReadonlySet<never> = new Set()
