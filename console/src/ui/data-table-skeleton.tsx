import s from './data-table.module.css'
import type { PlacedColumn } from './data-table-place.ts'

const ROWS = Array.from({ length: 12 }, (_, at) => at)
/** Shares of the column's width, so that the bars do not look like a wall. */
const SHARES = [0.7, 0.5, 0.85, 0.6, 0.75]

/** Rows to be, while the first page loads; they take the place of the rows so that nothing jumps. */
export const SkeletonRows = <Row,>({
  columns,
  has_boxes,
}: {
  columns: readonly PlacedColumn<Row>[]
  has_boxes: boolean
}) => (
  <div aria-hidden className={s.skeleton}>
    {ROWS.map((at) => (
      <div key={at} className={s.row} data-skeleton>
        {has_boxes && <div className={s.box} />}
        <div className={s.number} />
        {columns.map(({ column, style }, place) => (
          <div key={column.key} className={s.cell} style={style} data-fixed={column.fixed} data-align={column.align}>
            {column.bare !== true && (
              <span className={s.bone} style={{ width: `${(SHARES[(at + place) % SHARES.length] ?? 0.6) * 80}%` }} />
            )}
          </div>
        ))}
      </div>
    ))}
  </div>
)
