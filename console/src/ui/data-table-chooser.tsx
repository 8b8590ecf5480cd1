import { Suspense, use } from 'react'
import { useMessages } from '../messages/messages.ts'
import bar from './data-table-bar.module.css'
import type { Column, Layout } from './data-table-columns.ts'
import { Popover } from './filter-bar-popover.tsx'

export type ChooserProps<Row> = {
  columns: readonly Column<Row>[]
  layout: Layout
  /** Null resets to the default. */
  onLayout: (layout: Layout | null) => void
}

/** Selects, orders and widens columns, and sets the row height. */
export const ColumnChooser = <Row,>(props: ChooserProps<Row>) => {
  const t = useMessages('ui')
  return (
    <Popover
      label={t(($) => $.table.columns)}
      side="below-end"
      trigger={(button) => (
        <button type="button" {...button} className={bar.tool}>
          <svg viewBox="0 0 16 16" aria-hidden>
            <path d="M2 3h12v10H2zM6 3v10M10 3v10" />
          </svg>
          {t(($) => $.table.columns)}
        </button>
      )}
    >
      {() => (
        <Suspense>
          <Choices {...props} />
        </Suspense>
      )}
    </Popover>
  )
}

// Fetched when the chooser is opened: every list has one. Not `lazy`, which would forget the type of the row.
let loading: Promise<typeof import('./data-table-choices.tsx')> | undefined
const load = () => {
  loading ??= import('./data-table-choices.tsx')
  return loading
}
const Choices = <Row,>(props: ChooserProps<Row>) => {
  const { ColumnChoices } = use(load())
  return <ColumnChoices {...props} />
}
