import { type ExpiryLevel, expiryLevelOf } from '@heatfleet/contract/iccids/card.ts'
import type { IccidState } from '@heatfleet/contract/transitions.ts'
import { useMessages } from '../../messages/messages.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'

/** Colour of a card by how near its end is. */
export const LEVEL_TONES = {
  over: 'bad',
  within_7: 'hot',
  within_30: 'warn',
  within_60: 'accent',
  later: 'ok',
  unknown: 'neutral',
} as const satisfies Record<ExpiryLevel, Tone>

export const STATE_TONES = {
  test: 'accent',
  in_stock: 'neutral',
  active: 'ok',
  stopped: 'warn',
  expired: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<IccidState, Tone>

/** Days left of a card, as colour and words. */
export function DaysLeft({ expired_day }: { expired_day: number | null }) {
  const t = useMessages('iccids')
  const text =
    expired_day === null
      ? t(($) => $.end_unknown)
      : expired_day < 0
        ? t(($) => $.over_since, { count: -expired_day })
        : expired_day === 0
          ? t(($) => $.expires_today)
          : t(($) => $.days, { count: expired_day })
  return <StateChip tone={LEVEL_TONES[expiryLevelOf(expired_day)]}>{text}</StateChip>
}
