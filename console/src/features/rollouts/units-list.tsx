import { api } from '@heatfleet/contract/api.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLLOUT_UNIT_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { macColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { numberParam, textParam } from '../../ui/filter-bar-params.ts'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import { OnlineMark } from '../../ui/status.tsx'
import { UpgradeMark, upgradeReason } from '../firmware/public.ts'
import { UnitStateMark } from './marks.tsx'
import { devicePath, rolloutPath } from './paths.ts'
import { reasonText } from './reason-text.ts'
import { useSettingTexts } from './use-values.tsx'

type Given = { rollout_id: number; product_key: string; waves: number; is_upgrade: boolean }
/** Columns that a rollout of firmware does not show by itself. */
const OF_SETTINGS = { by_default: ({ is_upgrade }: { is_upgrade: boolean }) => !is_upgrade }

const { list, column, filter } = listOf(
  api.rolloutDevices,
  'rollouts',
  ({ rollout_id, product_key, waves, is_upgrade }: Given) => ({
    rollout_id,
    waves,
    is_upgrade,
    settings: useSettingTexts(product_key),
    firmware: useMessages('firmware'),
  }),
)

/** Units of a rollout: what each had, gets, and has since. */
export const rolloutUnits = list({
  name: 'rollout-units',
  needs: 'rollout:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.detail.units),
  key: ({ mac }) => mac,
  title: ({ device_name, mac }) => device_name || mac,
  path: ({ mac }) => devicePath(mac),
  path_params: ({ rollout_id }) => ({ id: rollout_id }),
  summary: ({ t }, count) => t(($) => $.units, { count }),
  never: ({ t }) => ({ title: t(($) => $.detail.none) }),
  filters: {
    state: filter.choice(ROLLOUT_UNIT_STATES).text(({ t }, code) => t(($) => $.unit_states[code])),
    wave: filter.one(numberParam, ({ key, label, value, change, say: { t, waves } }) =>
      choiceFilter(
        key,
        label,
        Array.from({ length: waves }, (_, at) => ({
          value: String(at + 1),
          label: t(($) => $.wave_no, { wave: at + 1 }),
        })),
        value === undefined ? undefined : String(value),
        (next) => change(next === undefined ? undefined : Number(next)),
      ),
    ),
    macs: filter.one(
      textParam(LIMITS.view_query_max),
      ({ key, label, value, change }) => textFilter(key, label, value, change),
      {
        label: ({ t }) => t(($) => $.filters.macs),
        body: (text) => {
          const { ids, incomplete } = parseIdList(text)
          return ids.length === 0 || incomplete.length > 0 ? {} : { macs: ids }
        },
      },
    ),
  },
  columns: {
    mac: macColumn(160),
    device_name: column.link(
      170,
      ({ mac }) => devicePath(mac),
      ({ device_name, mac }) => device_name || mac,
      { grows: true },
    ),
    state: column.custom(140, ({ state }) => <UnitStateMark state={state} />),
    reason: column.textOf(190, ({ reason }, { t, is_upgrade, firmware }) =>
      is_upgrade ? upgradeReason(firmware, reason) : reasonText(t, reason),
    ),
    step: column.custom(180, ({ upgrade }) => (upgrade === null ? null : <UpgradeMark upgrade={upgrade} />), {
      title: ({ firmware }) => firmware(($) => $.detail.step),
      by_default: ({ is_upgrade }) => is_upgrade,
      exports: ['step', 'percent', 'outcome'],
    }),
    versions: column.textOf(
      140,
      ({ upgrade }, { firmware }) =>
        upgrade === null
          ? null
          : firmware(($) => $.device.from_to, { from: upgrade.from_version, to: upgrade.to_version }),
      {
        title: ({ firmware }) => firmware(($) => $.detail.versions),
        by_default: ({ is_upgrade }) => is_upgrade,
        exports: ['from_version', 'to_version'],
      },
    ),
    old_values: column.textOf(
      120,
      ({ values }, { settings }) =>
        settings.settingLine(values.map(({ key, old_value }) => ({ key, value: old_value }))),
      OF_SETTINGS,
    ),
    new_values: column.textOf(
      120,
      ({ values }, { settings }) =>
        settings.settingLine(values.map(({ key, new_value }) => ({ key, value: new_value }))),
      OF_SETTINGS,
    ),
    read_back: column.textOf(
      120,
      ({ values }, { settings }) =>
        settings.settingLine(values.map(({ key, read_back }) => ({ key, value: read_back }))),
      OF_SETTINGS,
    ),
    wave: column.number(64),
    online: column.custom(100, ({ online }) => <OnlineMark state={online ? 'online' : 'offline'} />),
    agent_name: column.text(130, { by_default: false }),
    tries: column.number(64),
    begin_time: column.age(90, { by_default: false }),
    finish_time: column.age(96),
    rollback: column.custom(
      190,
      ({ rollback }, { t }) =>
        rollback === null ? null : (
          <Link to={rolloutPath(rollback.rollout_id)}>
            {t(($) => $.rolled_back_in, {
              id: rollback.rollout_id,
              state: t(($) => $.unit_states[rollback.state]),
            })}
          </Link>
        ),
      OF_SETTINGS,
    ),
  },
  export: {
    kind: 'rollout-units',
    needs: 'rollout:view',
    also: ({ rollout_id }) => ({ rollout_id }),
  },
})
