import { api } from '@heatfleet/contract/api.ts'
import { UPGRADE_TYPES } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Rollout } from '@heatfleet/contract/rollouts/rollout.ts'
import { ROLLOUT_STATES } from '@heatfleet/contract/transitions.ts'
import { useRead } from '../../cloud/call.ts'
import { productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useTexts } from '../../lists/texts.ts'
import { FOLLOW_MS, isUnderWay, RolloutProgress, RolloutResult, RolloutStateMark } from '../rollouts/public.ts'
import { campaignPath, unitUpgrades } from './paths.ts'

const useFirmwares = () =>
  (useRead(api.firmwareList, { query: { pageNo: 1, size: LIMITS.page_size_max } }).data?.list ?? []).map(
    ({ firmware_id, name, software_version }) => ({ value: firmware_id, label: `${name} ${software_version}` }),
  )

const { list, column, filter } = listOf(api.upgradeHistory, 'firmware', () => ({ rollouts: useTexts('rollouts') }))

/** Upgrades, single ones and campaigns, the newest first (product 3.35, otaList). */
export const upgrades = list({
  name: 'upgrades',
  needs: 'ota:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.history.title),
  titles: ({ t, rollouts }) => ({
    ...t(($) => $.history.columns, { returnObjects: true }),
    approver: rollouts(($) => $.columns.approver),
  }),
  key: ({ rollout_id }) => String(rollout_id),
  title: ({ rollout_id, name }) => `${rollout_id} ${name}`,
  path: pathOf,
  summary: ({ t }, count) => t(($) => $.history.matching, { count }),
  never: ({ t }) => ({ title: t(($) => $.history.never_any), text: t(($) => $.history.never_any_hint) }),
  refetch_ms: (page) => (page?.list.some(isUnderWay) === true ? FOLLOW_MS : false),
  filters: {
    firmware_id: filter.numbered(useFirmwares, { label: ({ t }) => t(($) => $.history.columns.firmware) }),
    type: filter.choice(UPGRADE_TYPES).text(({ t }, code) => t(($) => $.types[code])),
    state: filter.choice(ROLLOUT_STATES).text(({ rollouts }, code) => rollouts(($) => $.states[code])),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    name: filter.text(LIMITS.rollout_name_max),
    creator: filter.text(LIMITS.user_name_max),
  },
  columns: {
    rollout_id: column.number(60, { fixed: 'start' }),
    name: column.link(180, pathOf, ({ name }) => name, { grows: true }),
    firmware: column.textOf(200, ({ upgrade }) =>
      upgrade === null ? null : `${upgrade.firmware_name} ${upgrade.software_version}`,
    ),
    type: column.textOf(170, ({ upgrade }, { t }) => (upgrade === null ? null : t(($) => $.types[upgrade.type]))),
    state: column.custom(180, (rollout) => <RolloutStateMark rollout={rollout} />, { exports: ['state', 'halted'] }),
    product_name: productColumn(130),
    progress: column.custom(170, (rollout) => <RolloutProgress rollout={rollout} />, { exports: ['units'] }),
    result: column.custom(150, ({ counts }) => <RolloutResult counts={counts} />, {
      exports: ['done', 'equal', 'failed', 'expired', 'skipped', 'waiting'],
    }),
    creator: column.text(112),
    approver: column.text(100, { by_default: false }),
    create_time: column.age(96),
    start_time: column.age(96, { by_default: false }),
    finish_time: column.age(96),
  },
  export: { kind: 'upgrade-list', needs: 'ota:view' },
})

/** A single upgrade is read on the page of its unit, which more people may open. */
function pathOf({ rollout_id, upgrade, target }: Rollout): string {
  const [mac] = target.by === 'macs' ? target.macs : []
  return upgrade?.type === 'single' && mac !== undefined ? unitUpgrades(mac) : campaignPath(rollout_id)
}
