import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import bar from './data-table-bar.module.css'
import s from './data-table-choices.module.css'
import type { ChooserProps } from './data-table-chooser.tsx'
import { columnsOf, DENSITY_NAMES, moveColumn, resizeColumn, toggleColumn } from './data-table-columns.ts'

/** One step of a column's width by its buttons, px. */
const WIDTH_STEP_PX = 20

/** The row height, and the columns with what moves, hides and widens each. */
export const ColumnChoices = <Row,>({ columns, layout, onLayout }: ChooserProps<Row>) => {
  const t = useMessages('ui')
  const [dragged, setDragged] = useState<string | null>(null)
  const shown = columnsOf(layout, columns).filter((column) => column.bare !== true)
  const hidden = columns.filter((column) => !layout.shown.includes(column.key))
  const free = shown.filter((column) => !column.always).map((column) => column.key)
  const move = (key: string, before: string | null | undefined) => {
    if (before !== undefined) onLayout(moveColumn(layout, key, before, columns))
  }
  return (
    <div className={s.chooser}>
      <fieldset className={s.density}>
        <legend>{t(($) => $.table.density)}</legend>
        {DENSITY_NAMES.map((density) => (
          <label key={density}>
            <input
              type="radio"
              name="density"
              checked={layout.density === density}
              onChange={() => onLayout({ ...layout, density })}
            />
            <span>{t(($) => $.table[`density_${density}`])}</span>
          </label>
        ))}
      </fieldset>
      <ul className={s.choices} aria-label={t(($) => $.table.columns)}>
        {[...shown, ...hidden].map((column) => {
          const at = free.indexOf(column.key)
          return (
            <li
              key={column.key}
              draggable={at !== -1}
              data-dragged={dragged === column.key || undefined}
              onDragStart={() => setDragged(column.key)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged !== null && at !== -1) event.preventDefault()
              }}
              onDrop={() => {
                if (dragged !== null) move(dragged, free.indexOf(dragged) < at ? (free[at + 1] ?? null) : column.key)
              }}
            >
              <label>
                <input
                  type="checkbox"
                  checked={layout.shown.includes(column.key)}
                  disabled={column.always}
                  onChange={() => onLayout(toggleColumn(layout, column.key, columns))}
                />
                {column.title}
              </label>
              {layout.shown.includes(column.key) &&
                ([-WIDTH_STEP_PX, WIDTH_STEP_PX] as const).map((step) => (
                  <MoveButton
                    key={step}
                    label={t(($) => $.table[step < 0 ? 'narrower' : 'wider'], { column: column.title })}
                    path={step < 0 ? 'M3 6h6' : 'M3 6h6M6 3v6'}
                    disabled={false}
                    onClick={() =>
                      onLayout(
                        resizeColumn(layout, column.key, (layout.widths?.[column.key] ?? column.width_px) + step),
                      )
                    }
                  />
                ))}
              {at !== -1 && (
                <>
                  <MoveButton
                    label={t(($) => $.table.move_up, { column: column.title })}
                    path="M3 7l3-3 3 3"
                    disabled={at === 0}
                    onClick={() => move(column.key, free[at - 1])}
                  />
                  <MoveButton
                    label={t(($) => $.table.move_down, { column: column.title })}
                    path="M3 5l3 3 3-3"
                    disabled={at === free.length - 1}
                    onClick={() => move(column.key, free[at + 2] ?? null)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <button type="button" className={bar.link} onClick={() => onLayout(null)}>
        {t(($) => $.table.columns_reset)}
      </button>
    </div>
  )
}

type MoveProps = { label: string; path: string; disabled: boolean; onClick: () => void }

const MoveButton = ({ label, path, disabled, onClick }: MoveProps) => (
  <button type="button" className={s.move} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    <svg viewBox="0 0 12 12" aria-hidden>
      <path d={path} />
    </svg>
  </button>
)
