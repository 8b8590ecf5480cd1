import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import s from './data-table-choices.module.css'

type OrderedChoice = {
  key: string
  title: string
  shown: boolean
  /** Cannot be hidden. */
  always?: boolean | undefined
  /** Stays where it is. */
  fixed?: boolean | undefined
}

type OrderedChoicesProps = {
  label: string
  /** The shown ones in their order, then the hidden ones. */
  choices: readonly OrderedChoice[]
  onToggle: (key: string) => void
  /** Moves one before another (null = to the end). */
  onMove: (key: string, before: string | null) => void
  /** More buttons of a shown one. */
  extra?: (choice: OrderedChoice) => ReactNode
}

/** Things that are shown or hidden, and moved by dragging or by buttons. */
export const OrderedChoices = ({ label, choices, onToggle, onMove, extra }: OrderedChoicesProps) => {
  const t = useMessages('ui')
  const [dragged, setDragged] = useState<string | null>(null)
  const free = choices.filter(({ shown, fixed }) => shown && fixed !== true).map(({ key }) => key)
  return (
    <ul className={s.choices} aria-label={label}>
      {choices.map((choice) => {
        const { key, title, shown, always } = choice
        const at = free.indexOf(key)
        const [before, after] = [free[at - 1], free[at + 2] ?? null]
        return (
          <li
            key={key}
            draggable={at !== -1}
            data-dragged={dragged === key || undefined}
            onDragStart={() => setDragged(key)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null && at !== -1) event.preventDefault()
            }}
            onDrop={() => {
              if (dragged !== null) onMove(dragged, free.indexOf(dragged) < at ? (free[at + 1] ?? null) : key)
            }}
          >
            <label>
              <input type="checkbox" checked={shown} disabled={always} onChange={() => onToggle(key)} />
              {title}
            </label>
            {shown && extra?.(choice)}
            {at !== -1 && (
              <>
                <ChoiceButton
                  label={t(($) => $.table.move_up, { column: title })}
                  path="M3 7l3-3 3 3"
                  disabled={before === undefined}
                  onClick={() => before !== undefined && onMove(key, before)}
                />
                <ChoiceButton
                  label={t(($) => $.table.move_down, { column: title })}
                  path="M3 5l3 3 3-3"
                  disabled={at === free.length - 1}
                  onClick={() => onMove(key, after)}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type ChoiceButtonProps = { label: string; path: string; disabled?: boolean; onClick: () => void }

/** A small button at the end of a choice. */
export const ChoiceButton = ({ label, path, disabled = false, onClick }: ChoiceButtonProps) => (
  <button type="button" className={s.move} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    <svg viewBox="0 0 12 12" aria-hidden>
      <path d={path} />
    </svg>
  </button>
)
