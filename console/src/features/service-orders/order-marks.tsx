import type { Order, OrderState, Rating } from '@heatfleet/contract/service-orders/row.ts'
import { useMessages } from '../../messages/messages.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { SlaMark } from '../alarms/public.ts'
import css from './orders.module.css'

const STATE_TONE = { unresolved: 'warn', resolved: 'ok' } as const satisfies Record<OrderState, Tone>
const RATING_TONE = { dissatisfied: 'bad', satisfied: 'neutral', very_satisfied: 'ok' } as const satisfies Record<
  Rating,
  Tone
>

/** Whether an order is resolved. */
export function OrderStateMark({ status }: Pick<Order, 'status'>) {
  const t = useMessages('service-orders')
  return <StateChip tone={STATE_TONE[status]}>{t(($) => $.states[status])}</StateChip>
}

/** What the respondent thought of the service; a dash before he said so. */
export function RatingMark({
  rating,
  revisited_time,
  marks_task = false,
}: Pick<Order, 'rating'> & { revisited_time?: string | null; marks_task?: boolean }) {
  const t = useMessages('service-orders')
  // Somebody dissatisfied is a task until somebody has called back.
  if (marks_task && rating === 'dissatisfied' && revisited_time === null)
    return (
      <StateChip tone="bad" shape="triangle" title={t(($) => $.evaluations.to_call)}>
        {t(($) => $.ratings[rating])}
      </StateChip>
    )
  if (rating === null) return <span className={css.muted}>{UNKNOWN}</span>
  return <StateChip tone={RATING_TONE[rating]}>{t(($) => $.ratings[rating])}</StateChip>
}

/** How urgent it is; what is as usual needs no colour. */
export function PriorityMark({ priority }: Pick<Order, 'priority'>) {
  const t = useMessages('service-orders')
  const word = t(($) => $.priorities[priority])
  if (priority === 'high') return <StateChip tone="warn">{word}</StateChip>
  return <span className={priority === 'low' ? css.muted : undefined}>{word}</span>
}

/** It went up because nobody had answered in time; nothing where it did not. */
export function EscalatedMark({ escalated: count }: Pick<Order, 'escalated'>) {
  const t = useMessages('service-orders')
  if (count === 0) return null
  return (
    <StateChip tone="bad" shape="triangle" title={t(($) => $.escalated_hint, { count })}>
      {t(($) => $.escalated, { count })}
    </StateChip>
  )
}

/** The time within which staff answer it for the first time: how much is left, or by how much it is over. */
export function OrderSlaMark({ order }: { order: Order }) {
  const { feedback_time, due_time, answered_time, resolved_time } = order
  return (
    <SlaMark
      alarm={{ first_time: feedback_time, due_time, handled_time: answered_time, recovered_time: resolved_time }}
    />
  )
}
