import type { ImportTable } from '@heatfleet/contract/products/import.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { treeMove } from '../../../ui/tree-keys.ts'
import css from './import.module.css'

/** No line holds titles. */
const NONE = 0

/**
 * The first lines of a table, of which one is chosen as its titles: by a click, or with the arrow keys and Enter. Open where no
 * line was recognized.
 */
export function HeaderRowChoice(props: {
  table: ImportTable
  name: string
  /** A choice is being read: another one waits. */
  busy: boolean
  onChoose: (line: number) => void
}) {
  const { table, name, busy, onChoose } = props
  const t = useMessages('products')
  const rows = [...table.preview, { line: NONE, cells: [] }]
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const chosen_at = rows.findIndex(({ line }) => line === table.header_row)
  const [focused, setFocused] = useState<number | null>(null)
  const at = focused ?? Math.max(0, chosen_at)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const levels = rows.map(() => ({ level: 1, open: undefined }))
  const moved = (event: KeyboardEvent) => {
    const move = treeMove(levels, at, event.key)
    if (move === null || !('go' in move)) return
    event.preventDefault()
    buttons.current[move.go]?.focus()
  }
  const label = t(($) => $.points_import.tables.header.choose, { name })
  return (
    <details className={css.header} open={table.titles_unknown}>
      <summary>{label}</summary>
      <p className={css.weak}>
        {table.titles_unknown
          ? t(($) => $.points_import.tables.header.choose_hint)
          : t(($) => $.points_import.tables.header.change_hint, { line: table.header_row })}
      </p>
      <div className={css.preview}>
        <table aria-label={label}>
          <tbody onKeyDown={moved}>
            {rows.map(({ line, cells }, row) => (
              <tr
                key={line}
                data-chosen={row === chosen_at || undefined}
                onClick={() => {
                  if (!busy) onChoose(line)
                }}
              >
                <th scope="row">
                  <button
                    type="button"
                    ref={(element) => {
                      buttons.current[row] = element
                    }}
                    tabIndex={row === at ? 0 : -1}
                    aria-pressed={row === chosen_at}
                    aria-disabled={busy || undefined}
                    onFocus={() => setFocused(row)}
                  >
                    {line === NONE
                      ? t(($) => $.points_import.tables.header.none)
                      : t(($) => $.points_import.tables.header.row, { line })}
                  </button>
                </th>
                {cells.map((text, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their column
                  <td key={column} translate="no">
                    {text}
                  </td>
                ))}
                {cells.length < width && <td colSpan={width - cells.length} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
