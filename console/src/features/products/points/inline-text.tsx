import { useState } from 'react'
import css from './points.module.css'

/** A cell that is edited in place: Enter or blur saves, Escape cancels. */
export function InlineText(props: {
  /** Accessible name: the field and its point. */
  label: string
  value: string
  max: number
  mono?: boolean
  onCommit: (value: string) => void
}) {
  const { value, onCommit } = props
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    const next = typed?.trim()
    setTyped(null)
    if (next !== undefined && next !== value) onCommit(next)
  }
  return (
    <input
      type="text"
      className={`${css.inline} ${props.mono ? css.mono : ''}`}
      // The grid's arrow keys focus it.
      tabIndex={-1}
      aria-label={props.label}
      spellCheck={false}
      maxLength={props.max}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
