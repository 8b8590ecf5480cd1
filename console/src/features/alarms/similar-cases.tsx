import type { SimilarAlarm } from '@heatfleet/contract/alarms/similar.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { partsText } from '../../parts/parts-text.ts'
import { Age } from '../../ui/age.tsx'
import { HandlingChip } from './alarm-marks.tsx'
import css from './alarms.module.css'

/** How earlier alarms with the same product and code were solved: cause, result, parts, service order. */
export function SimilarCases({ alarm_id }: { alarm_id: number }) {
  const t = useMessages('alarms')
  const { data } = useRead(api.alarmSimilar, { params: { id: alarm_id } })
  if (data === undefined) return null
  return (
    <section className={css.section} aria-label={t(($) => $.similar.title)}>
      <h3>{t(($) => $.similar.title)}</h3>
      {data.length === 0 ? (
        <p className={css.weak}>{t(($) => $.similar.none)}</p>
      ) : (
        <ul className={css.log}>
          {data.map((one) => (
            <li key={one.alarm_id}>
              <SimilarCase alarm={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SimilarCase({ alarm }: { alarm: SimilarAlarm }) {
  const t = useMessages('alarms')
  const orders = useMessages('service-orders')
  const lang = useLanguage()
  const { alarm_id, mac, device_name, same_device, handling, last_time, cause, result, parts, order_id } = alarm
  return (
    <>
      <span className={css.chips}>
        <Link to={`/issue/issue-list?tab=all&alarm=${alarm_id}`}>{t(($) => $.similar.alarm, { id: alarm_id })}</Link>
        <span>{same_device ? t(($) => $.similar.same_device) : device_name || mac}</span>
        <Age at={last_time} />
        <HandlingChip handling={handling} />
        {order_id !== null && (
          <Link to={`/service/order-detail/${order_id}`}>{t(($) => $.similar.order, { id: order_id })}</Link>
        )}
      </span>
      {result !== '' && <p className={css.words}>{result}</p>}
      {cause !== null && (
        <span className={css.words}>{t(($) => $.log.cause, { cause: orders(($) => $.causes[cause]) })}</span>
      )}
      {parts.length > 0 && (
        <span className={css.words}>{t(($) => $.log.parts, { parts: partsText(parts, lang) })}</span>
      )}
    </>
  )
}
