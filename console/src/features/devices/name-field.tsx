import { useRef, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import s from './cells.module.css'
import { checkName } from './device-name.ts'

type FieldProps = {
  name: string
  /** What was typed before and the server did not take: shown again, and not sent again just because the field is left. */
  refused: string | undefined
  onDone: (name: string) => void
  onCancel: () => void
}

/** The name being edited: Enter keeps it, Escape and an impossible name leave it as it was. */
export const NameField = ({ name, refused, onDone, onCancel }: FieldProps) => {
  const t = useMessages('devices')
  const [draft, setDraft] = useState(refused ?? name)
  // Leaving the field by a key also blurs it: only the first end counts.
  const ended = useRef(false)
  const check = checkName(draft)
  const error =
    check.kind === 'empty'
      ? t(($) => $.name_empty)
      : check.kind === 'too_long'
        ? t(($) => $.name_too_long, { max: check.max, length: check.length })
        : undefined
  const end = (keep: boolean) => {
    if (ended.current) return
    ended.current = true
    if (keep && check.kind === 'ok') onDone(check.name)
    else onCancel()
  }
  return (
    <div className={s.edit} data-quiet data-invalid={error !== undefined || undefined}>
      <input
        ref={focusAndSelect}
        type="text"
        aria-label={t(($) => $.name_label)}
        aria-invalid={error !== undefined}
        title={error}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter' && check.kind !== 'ok') return
          const grid = event.currentTarget.closest<HTMLElement>('[role=grid]')
          end(event.key === 'Enter')
          grid?.focus()
        }}
        onBlur={() => end(draft !== refused)}
      />
      {error !== undefined && (
        <span role="alert" className={s.problem}>
          {error}
        </span>
      )}
    </div>
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => {
  if (input === null || document.activeElement === input) return
  input.focus()
  input.select()
}
