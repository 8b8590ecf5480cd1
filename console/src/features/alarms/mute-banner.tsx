import type { AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { StateChip } from '../../ui/status.tsx'
import css from './alarms.module.css'

export function MutedChip() {
  const t = useMessages('alarms')
  return (
    <StateChip tone="neutral" shape="hollow">
      {t(($) => $.muted)}
    </StateChip>
  )
}

/** The device is a virtual one: no notification leaves for its alarms. */
export function VirtualChip() {
  const t = useMessages('alarms')
  return (
    <StateChip tone="neutral" title={t(($) => $.virtual_hint)}>
      {t(($) => $.virtual)}
    </StateChip>
  )
}

/** Who muted an alarm, why and until when; ended with one click. */
export function MuteBanner({ mute }: Pick<AlarmDetail, 'mute'>) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('alarm:mute')
  const end = useChange(api.alarmMuteEnd)
  if (mute === null) return null
  const { mute_id, reason, until, author } = mute
  return (
    <p className={css.mute}>
      <span>{t(($) => $.mutes.by, { time: formatTime(until, lang, 'exact'), author, reason })}</span>
      <Button
        size="small"
        busy={end.isPending}
        disabledReason={missing_permission}
        onClick={() =>
          void end.mutateAsync({ params: { id: mute_id } }).then(
            () => notify.success(t(($) => $.mutes.ended)),
            (error: unknown) => notify.failed(errorText(error)),
          )
        }
      >
        {t(($) => $.mutes.end)}
      </Button>
    </p>
  )
}
