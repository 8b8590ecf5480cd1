import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { addDays, addMonths, monthWeeks, today } from './calendar-days.ts'
import s from './day-calendar.module.css'
import { formatDay } from './format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'

type CalendarProps = {
  /** `2026-11-21`; empty = none is chosen. */
  value: string
  min?: string | undefined
  max?: string | undefined
  label: string
  /** The first and the last day of a period that is marked. */
  between?: { from: string; to: string } | undefined
  /** Takes the focus when it is shown. */
  focused?: boolean
  onChoose: (day: string) => void
}

/** A month of days; arrows move by a day or a week, Page up and down by a month, Home and End within the week. */
export function DayCalendar({ value, min, max, label, between, focused = true, onChoose }: CalendarProps) {
  const t = useMessages('ui')
  const lang = useLanguage()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(value === '' ? today() : value)
  const [focusing, setFocusing] = useState(focused)
  useEffect(() => {
    if (focusing) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const weeks = monthWeeks(active)
  const month = active.slice(0, 7)
  const name = (style: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(lang, { ...style, timeZone: 'UTC' }).format(Date.parse(day))
  const isOffered = (day: string) => (min === undefined || day >= min) && (max === undefined || day <= max)
  const turn = (months: number) => {
    setFocusing(false)
    setActive(addMonths(active, months))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = weeks.find((week) => week.includes(active))?.indexOf(active) ?? 0
    const moves: Readonly<Record<string, () => string>> = {
      ArrowLeft: () => addDays(active, -1),
      ArrowRight: () => addDays(active, 1),
      ArrowUp: () => addDays(active, -7),
      ArrowDown: () => addDays(active, 7),
      Home: () => addDays(active, -weekday),
      End: () => addDays(active, 6 - weekday),
      PageUp: () => addMonths(active, -1),
      PageDown: () => addMonths(active, 1),
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setFocusing(true)
    setActive(next())
  }
  return (
    <div className={s.calendar}>
      <div className={s.head}>
        <button type="button" aria-label={t(($) => $.day.month_before)} onClick={() => turn(-1)}>
          <ChevronLeftIcon size={16} />
        </button>
        <span aria-live="polite">{name({ month: 'long', year: 'numeric' }, active)}</span>
        <button type="button" aria-label={t(($) => $.day.month_after)} onClick={() => turn(1)}>
          <ChevronRightIcon size={16} />
        </button>
      </div>
      <table ref={grid} aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={name({ weekday: 'long' }, day)}>
                {name({ weekday: 'short' }, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    tabIndex={day === active ? 0 : -1}
                    aria-label={formatDay(day, lang)}
                    aria-pressed={day === value}
                    aria-current={day === today() ? 'date' : undefined}
                    data-outside={day.slice(0, 7) !== month || undefined}
                    data-between={(between !== undefined && day >= between.from && day <= between.to) || undefined}
                    disabled={!isOffered(day)}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
