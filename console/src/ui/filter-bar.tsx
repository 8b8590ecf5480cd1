import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import s from './filter-bar.module.css'

/** One filter: its control, and the text of its chip while it is active. */
export type FilterField = {
  key: string
  label: string
  control: ReactNode
  /** Undefined while inactive. */
  chip: string | undefined
  clear: () => void
}

type FilterBarProps = {
  fields: readonly FilterField[]
  /** Filters shown at once; the others are behind "More filters". */
  visible?: number
  onReset: () => void
  /** Accessible name where a screen has several. */
  label?: string
  /** At the right end of the bar: saved views. */
  children?: ReactNode
}

/** The filters of a list: some always shown, more on demand, active ones as removable chips. */
export const FilterBar = ({ fields, visible = 4, onReset, label, children }: FilterBarProps) => {
  const t = useMessages('ui')
  const [open, setOpen] = useState(false)
  const more_id = useId()
  const hidden = fields.slice(visible)
  const hidden_active = hidden.filter((field) => field.chip !== undefined).length
  const active = fields.filter((field) => field.chip !== undefined)
  return (
    <search className={s.bar} aria-label={label ?? t(($) => $.table.filters)}>
      <div className={s.row}>
        {fields.slice(0, visible).map((field) => (
          <div key={field.key} className={s.field} data-filter={field.key}>
            {field.control}
          </div>
        ))}
        {hidden.length > 0 && (
          <button
            type="button"
            className={s.more}
            aria-expanded={open}
            aria-controls={more_id}
            onClick={() => setOpen(!open)}
          >
            {hidden_active > 0
              ? t(($) => $.table.filters_more_active, { count: hidden_active })
              : t(($) => $.table.filters_more)}
            <svg viewBox="0 0 12 12" aria-hidden>
              <path d="M3 4.5l3 3 3-3" />
            </svg>
          </button>
        )}
        {active.length > 0 && (
          <button type="button" className={s.link} onClick={onReset}>
            {t(($) => $.table.filters_reset)}
          </button>
        )}
        <span className={s.space} />
        {children}
      </div>
      {open && (
        <div id={more_id} className={s.grid}>
          {hidden.map((field) => (
            <div key={field.key} className={s.field} data-filter={field.key}>
              {field.control}
            </div>
          ))}
        </div>
      )}
      {active.length > 0 && (
        <ul className={s.chips} aria-label={t(($) => $.table.filters_active)}>
          {active.map((field) => (
            <li key={field.key}>
              <span className={s.chip}>
                <span className={s.label}>{field.label}</span>
                <span className={s.value}>{field.chip}</span>
                <button
                  type="button"
                  aria-label={t(($) => $.table.filter_clear, { filter: `${field.label}: ${field.chip}` })}
                  onClick={field.clear}
                >
                  <svg viewBox="0 0 12 12" aria-hidden>
                    <path d="M3 3l6 6M9 3l-6 6" />
                  </svg>
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
