import { api } from '@heatfleet/contract/api.ts'
import type { ModelAction } from '@heatfleet/contract/models/models.ts'
import { listOf } from '../../lists/list.ts'
import { formatDuration, formatTime, UNKNOWN } from '../../ui/format.ts'
import { ClockIcon } from '../../ui/icons.tsx'
import { ActionProgress } from './action-state.tsx'
import css from './models.module.css'
import { useProductNames } from './product-names.ts'

const { list, column } = listOf(api.modelHistory, 'models', () => ({ nameOf: useProductNames() }))

/** What was set and detected of one device, the newest first. */
export const history = list({
  name: null,
  needs: 'model:view',
  label: ({ t }) => t(($) => $.history.title),
  key: ({ action_id }) => String(action_id),
  title: ({ kind, created_at }, { t, lang }) =>
    t(($) => $.history.action_of, { action: t(($) => $.kinds[kind]), time: formatTime(created_at, lang) }),
  summary: ({ t }, count) => t(($) => $.history.count, { count }),
  never: ({ t }) => ({ icon: ClockIcon, title: t(($) => $.history.none) }),
  page_sizes: [20, 50, 100],
  filters: {},
  columns: {
    created_at: column.time(180, { fixed: 'start', always: true }),
    kind: column.word(130, ({ t }) => t(($) => $.kinds, { returnObjects: true })),
    state: column.custom(210, (action) => (
      <span className={css.line}>
        <ActionProgress action={action} />
      </span>
    )),
    change: column.custom(260, ({ from_pk, to_pk }, { nameOf }) => (
      <span title={`${from_pk ?? UNKNOWN} → ${to_pk ?? UNKNOWN}`}>
        {from_pk === null ? UNKNOWN : nameOf(from_pk)} → {to_pk === null ? UNKNOWN : nameOf(to_pk)}
      </span>
    )),
    duration: column.custom(80, durationOf, { align: 'end' }),
    operator: column.textOf(130, ({ operator }, { t }) => operator || t(($) => $.history.by_service)),
    reason: column.custom(
      320,
      ({ reason }, { t }) =>
        reason === null ? UNKNOWN : <span title={t(($) => $.reasons[reason])}>{t(($) => $.reasons[reason])}</span>,
      { grows: true },
    ),
  },
})

function durationOf({ sent_at, finished_at }: ModelAction, { lang }: { lang: 'en' | 'zh' | 'pl' }) {
  if (sent_at === null || finished_at === null) return UNKNOWN
  const ms = Date.parse(finished_at) - Date.parse(sent_at)
  return <span className={css.number}>{ms < 1_000 ? `${ms} ms` : formatDuration(ms, lang, 1)}</span>
}
