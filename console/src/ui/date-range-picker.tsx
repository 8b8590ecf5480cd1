import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useWords } from '../words/words.ts'
import type { DateRangeFieldProps } from './field-date-range.tsx'

const DAY_MS = 86_400_000

/** The calendar of {@link DateRangeField}; loaded lazily. */
export function DateRangePicker(props: DateRangeFieldProps & { ids: { id: string; 'aria-invalid'?: true } }) {
  const t = useWords('ui')
  const { value, onChange, time = false, ids, days_max } = props
  return (
    <DatePicker.RangePicker
      id={{ start: ids.id, end: `${ids.id}-end` }}
      aria-label={props.label}
      value={[value.from === null ? null : dayjs(value.from), value.to === null ? null : dayjs(value.to)]}
      onChange={(range) => {
        const [from, to] = range ?? [null, null]
        onChange({
          from: from === null ? null : (time ? from : from.startOf('day')).valueOf(),
          to: to === null ? null : (time ? to : to.endOf('day')).valueOf(),
        })
      }}
      showTime={time ? { format: 'HH:mm' } : false}
      format={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      placeholder={[t(($) => $.from), t(($) => $.to)]}
      allowEmpty={[true, true]}
      allowClear={props.clearable ?? true}
      disabled={props.disabled ?? false}
      disabledDate={(day, { from }) =>
        days_max !== undefined && from !== undefined && Math.abs(day.valueOf() - from.valueOf()) > days_max * DAY_MS
      }
      {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
    />
  )
}
