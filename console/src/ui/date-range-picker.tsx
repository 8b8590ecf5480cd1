import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'
import { AntdFrame } from './antd-frame.tsx'
import { BROWSER_ZONE, zoneInUse } from './display.ts'
import type { DateRangeFieldProps } from './field-date-range.tsx'
import type { DateTimeFieldProps } from './field-date-time.tsx'

const DAY_MS = 86_400_000

/** The calendar only supports the browser's zone: times are converted to and from the display zone. */
const useShownTimes = () => {
  const zone = zoneInUse()
  return useMemo(() => {
    if (zone === BROWSER_ZONE)
      return { shown: (at_ms: number) => dayjs(at_ms), moment: (time: Dayjs) => time.valueOf() }
    const [browser, chosen] = [zoneClock(BROWSER_ZONE), zoneClock(zone)]
    return {
      shown: (at_ms: number) => dayjs(browser.moment(chosen.shown(at_ms))),
      moment: (time: Dayjs) => chosen.moment(browser.shown(time.valueOf())),
    }
  }, [zone])
}

/** The calendar of {@link DateRangeField}; loaded lazily. */
export function DateRangePicker(props: DateRangeFieldProps & { ids: { id: string; 'aria-invalid'?: true } }) {
  const t = useMessages('ui')
  const { value, onChange, time = false, ids, days_max } = props
  const { shown, moment } = useShownTimes()
  const { from: from_ms, to: to_ms } = value
  // The calendar drops what was typed when it is given other objects, even for the same times: live pages draw it often.
  const times = useMemo(
    (): [Dayjs | null, Dayjs | null] => [
      from_ms === null ? null : shown(from_ms),
      to_ms === null ? null : shown(to_ms),
    ],
    [from_ms, to_ms, shown],
  )
  return (
    <AntdFrame>
      <DatePicker.RangePicker
        id={{ start: ids.id, end: `${ids.id}-end` }}
        aria-label={props.label}
        value={times}
        onChange={(range) => {
          const [from, to] = range ?? [null, null]
          onChange({
            from: from === null ? null : moment(time ? from : from.startOf('day')),
            to: to === null ? null : moment(time ? to : to.endOf('day')),
          })
        }}
        showTime={time ? { format: 'HH:mm' } : false}
        format={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
        placeholder={[t(($) => $.from), t(($) => $.to)]}
        allowEmpty={[true, true]}
        allowClear={props.clearable ?? true}
        {...(props.disabled === true ? { disabled: true } : {})}
        disabledDate={(day, { from }) =>
          days_max !== undefined && from !== undefined && Math.abs(day.valueOf() - from.valueOf()) > days_max * DAY_MS
        }
        {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
      />
    </AntdFrame>
  )
}

/** The calendar of a single moment; loaded lazily. */
export function DateTimePicker(props: DateTimeFieldProps & { ids: { id: string; 'aria-invalid'?: true } }) {
  const { value, onChange, ids } = props
  const { shown, moment } = useShownTimes()
  const time = useMemo(() => (value === null ? null : shown(value)), [value, shown])
  return (
    <AntdFrame>
      <DatePicker
        {...ids}
        value={time}
        onChange={(next: Dayjs | null) => onChange(next === null ? null : moment(next))}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        placeholder={props.label}
        disabled={props.disabled ?? false}
        {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
      />
    </AntdFrame>
  )
}
