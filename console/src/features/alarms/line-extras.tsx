import type { AlarmLogLine } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { partsText } from '../../parts/parts-text.ts'
import { Photo, Photos } from '../../ui/photos.tsx'
import css from './alarms.module.css'

/** What a result or a comment has beside its text: cause, parts used and photos. */
export function LineExtras({ alarm_id, line }: { alarm_id: number; line: AlarmLogLine }) {
  const t = useMessages('alarms')
  const orders = useMessages('service-orders')
  const lang = useLanguage()
  const { cause, parts, pictures, log_id } = line
  return (
    <>
      {cause !== null && (
        <span className={css.words}>{t(($) => $.log.cause, { cause: orders(($) => $.causes[cause]) })}</span>
      )}
      {parts.length > 0 && (
        <span className={css.words}>{t(($) => $.log.parts, { parts: partsText(parts, lang) })}</span>
      )}
      <Photos
        count={pictures}
        of={(picture_no) => <LinePhoto key={picture_no} alarm_id={alarm_id} log_id={log_id} picture_no={picture_no} />}
      />
    </>
  )
}

function LinePhoto(props: { alarm_id: number; log_id: number; picture_no: number }) {
  const { alarm_id: id, log_id, picture_no } = props
  const request = { params: { id, log_id, picture_no } }
  const { data, error } = useRead(api.alarmPicture, request, { staleTime: Infinity })
  return <Photo n={picture_no} picture={data?.picture} failed={error !== null} />
}
