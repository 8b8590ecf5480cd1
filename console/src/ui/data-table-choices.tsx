import { useMessages } from '../messages/messages.ts'
import bar from './data-table-bar.module.css'
import s from './data-table-choices.module.css'
import type { ChooserProps } from './data-table-chooser.tsx'
import { columnsOf, DENSITY_NAMES, moveColumn, resizeColumn, toggleColumn } from './data-table-columns.ts'
import { ChoiceButton, OrderedChoices } from './ordered-choices.tsx'

/** One step of a column's width by its buttons, px. */
const WIDTH_STEP_PX = 20

/** The row height, and the columns with what moves, hides and widens each. */
export const ColumnChoices = <Row,>({ columns, layout, onLayout }: ChooserProps<Row>) => {
  const t = useMessages('ui')
  const shown = columnsOf(layout, columns).filter((column) => column.bare !== true)
  const hidden = columns.filter((column) => !layout.shown.includes(column.key))
  const widthOf = (key: string) =>
    layout.widths?.[key] ?? columns.find((column) => column.key === key)?.width_px ?? WIDTH_STEP_PX
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
      <OrderedChoices
        label={t(($) => $.table.columns)}
        choices={[...shown, ...hidden].map(({ key, title, always }) => ({
          key,
          title,
          always,
          fixed: always,
          shown: layout.shown.includes(key),
        }))}
        onToggle={(key) => onLayout(toggleColumn(layout, key, columns))}
        onMove={(key, before) => onLayout(moveColumn(layout, key, before, columns))}
        extra={({ key, title }) =>
          ([-WIDTH_STEP_PX, WIDTH_STEP_PX] as const).map((step) => (
            <ChoiceButton
              key={step}
              label={t(($) => $.table[step < 0 ? 'narrower' : 'wider'], { column: title })}
              path={step < 0 ? 'M3 6h6' : 'M3 6h6M6 3v6'}
              onClick={() => onLayout(resizeColumn(layout, key, widthOf(key) + step))}
            />
          ))
        }
      />
      <button type="button" className={bar.link} onClick={() => onLayout(null)}>
        {t(($) => $.table.columns_reset)}
      </button>
    </div>
  )
}
