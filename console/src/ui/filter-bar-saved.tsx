import { useState } from 'react'
import { useWords } from '../words/words.ts'
import s from './filter-bar.module.css'
import { Popover } from './filter-bar-popover.tsx'
import { addView, readViews, removeView, type SavedView, VIEW_NAME_MAX } from './filter-bar-views.ts'

type SavedViewsProps = {
  /** Where this person's views of this list are kept in the browser. */
  storage_key: string
  /** Query of what is shown now. */
  query: string
  onOpen: (query: string) => void
}

/** Views a person keeps: open one, save the current one under a name, delete. */
export const SavedViews = ({ storage_key, query, onOpen }: SavedViewsProps) => {
  const t = useWords('table')
  const [views, setViews] = useState(() => readViews(localStorage.getItem(storage_key)))
  const keep = (next: SavedView[]) => {
    localStorage.setItem(storage_key, JSON.stringify(next))
    setViews(next)
  }
  const current = views.find((view) => view.query === query)
  return (
    <Popover
      label={t(($) => $.views)}
      side="below-end"
      trigger={(button) => (
        <button type="button" {...button} className={s.saved}>
          <svg viewBox="0 0 16 16" aria-hidden>
            <path d="M4 2.5h8v11L8 10.5l-4 3z" />
          </svg>
          {current?.name ?? t(($) => $.views)}
        </button>
      )}
    >
      {(close) => (
        <div className={s.views}>
          {views.length === 0 && <p className={s.hint}>{t(($) => $.views_none)}</p>}
          <ul>
            {views.map((view) => (
              <li key={view.name} data-current={view === current || undefined}>
                <button
                  type="button"
                  className={s.view}
                  onClick={() => {
                    onOpen(view.query)
                    close()
                  }}
                >
                  {view.name}
                </button>
                <button
                  type="button"
                  className={s.remove}
                  aria-label={t(($) => $.view_delete, { name: view.name })}
                  onClick={() => keep(removeView(views, view.name))}
                >
                  <svg viewBox="0 0 12 12" aria-hidden>
                    <path d="M3 3l6 6M9 3l-6 6" />
                  </svg>
                </button>
              </li>
            ))}
          </ul>
          <SaveForm
            onSave={(name) => {
              const next = addView(views, name, query)
              if (next !== null) keep(next)
              return next !== null
            }}
          />
        </div>
      )}
    </Popover>
  )
}

const SaveForm = ({ onSave }: { onSave: (name: string) => boolean }) => {
  const t = useWords('table')
  const [name, setName] = useState('')
  return (
    <form
      className={s.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (onSave(name)) setName('')
      }}
    >
      <input
        type="text"
        aria-label={t(($) => $.view_name)}
        placeholder={t(($) => $.view_name)}
        maxLength={VIEW_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        {t(($) => $.view_save)}
      </button>
    </form>
  )
}
