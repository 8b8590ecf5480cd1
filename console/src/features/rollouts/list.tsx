import { api } from '@heatfleet/contract/api.ts'
import { DeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Rollout } from '@heatfleet/contract/rollouts/rollout.ts'
import { ROLLOUT_STATES } from '@heatfleet/contract/transitions.ts'
import { productColumn } from '../../lists/columns.tsx'
import { FillAction } from '../../lists/fill-action.tsx'
import { listOf } from '../../lists/list.ts'
import type { Translate } from '../../lists/texts.ts'
import { defaultParam, textParam } from '../../ui/filter-bar-params.ts'
import { textFilter } from '../../ui/list-filters.tsx'
import { FOLLOW_MS, isUnderWay, RolloutProgress, RolloutResult, RolloutStateMark } from './marks.tsx'
import { NEW_ROLLOUT, rolloutPath } from './paths.ts'
import { useTargetText } from './target-text.ts'

export const ROLLOUT_TABS = ['rollouts', 'templates'] as const

const { list, column, filter } = listOf(api.rolloutList, 'rollouts', () => ({ targetText: useTargetText() }))

type RolloutTexts = Translate<'rollouts'>

/** An id, whole: a part of one finds nothing and is not sent. */
const mac = filter.one(
  textParam(40),
  ({ key, label, value, change }) => {
    const field = textFilter(key, label, value, change)
    return DeviceId.safeParse(value).success ? field : { ...field, chip: undefined }
  },
  { body: (text) => (DeviceId.safeParse(text).success ? { mac: text } : {}) },
)

/** Rollouts of settings, the newest first (product 3.40). */
export const rollouts = list({
  name: 'rollouts',
  needs: 'rollout:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ rollout_id }) => String(rollout_id),
  title: ({ rollout_id, name }) => `${rollout_id} ${name}`,
  path: ({ rollout_id }) => rolloutPath(rollout_id),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({
    title: t(($) => $.never_any),
    text: t(($) => $.never_any_hint),
    action: <FillAction needs="rollout:create" label={t(($) => $.create)} to={NEW_ROLLOUT} />,
  }),
  also: { tab: defaultParam(ROLLOUT_TABS, 'rollouts') },
  refetch_ms: (page) => (page?.list.some(isUnderWay) === true ? FOLLOW_MS : false),
  filters: {
    name: filter.text(LIMITS.rollout_name_max),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    state: filter.choice(ROLLOUT_STATES).text(({ t }, code) => t(($) => $.states[code])),
    creator: filter.text(LIMITS.user_name_max),
    mac,
    period: filter.days('from', 'to'),
  },
  columns: {
    rollout_id: column.number(56, { fixed: 'start' }),
    name: column.link(
      180,
      ({ rollout_id }) => rolloutPath(rollout_id),
      ({ name, of_rollout_id }, { t }) => (of_rollout_id === null ? name : t(($) => $.rollback_name, { name })),
      { grows: true },
    ),
    state: column.custom(212, (rollout) => <RolloutStateMark rollout={rollout} />, { exports: ['state', 'halted'] }),
    product_name: productColumn(130),
    points: column.textOf(100, ({ points, of_rollout_id }, { t }) =>
      of_rollout_id === null ? t(($) => $.points, { count: points.length }) : t(($) => $.own_values),
    ),
    target: column.textOf(130, (rollout, { targetText }) => targetText(rollout.target)),
    waves: column.textOf(80, waveText),
    progress: column.custom(170, (rollout) => <RolloutProgress rollout={rollout} />),
    result: column.custom(150, ({ counts }) => <RolloutResult counts={counts} />, {
      exports: ['done', 'equal', 'failed', 'expired', 'skipped', 'waiting'],
    }),
    creator: column.text(100),
    approver: column.text(100, { by_default: false }),
    template: column.textOf(120, ({ template }) => template?.name ?? null, { by_default: false }),
    create_time: column.age(96),
    start_time: column.age(96, { by_default: false }),
    finish_time: column.age(96, { by_default: false }),
    remark: column.text(160, { by_default: false }),
  },
  export: { kind: 'rollout-list', needs: 'rollout:view' },
})

function waveText({ wave, wave_sizes, waves }: Rollout, { t }: { t: RolloutTexts }): string {
  const count = wave_sizes.length === 0 ? waves.length : wave_sizes.length
  return wave === 0 ? String(count) : t(($) => $.wave_of, { wave, waves: count })
}
