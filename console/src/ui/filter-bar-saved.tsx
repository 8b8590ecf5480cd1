import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import bar from './filter-bar.module.css'
import { Popover } from './filter-bar-popover.tsx'
import s from './filter-bar-saved.module.css'

type View = { view_id: number; view_name: string }
type SavedViewsProps<V extends View> = {
  views: readonly V[]
  /** The saved view that equals the current one. */
  current: V | undefined
  onOpen: (view: V) => void
  /** Saves the current view under a name; false = refused. */
  onSave: (view_name: string) => Promise<boolean>
  onDelete: (view: V) => void
}

/** Menu of saved views: open, save the current one, delete. */
export const ViewMenu = <V extends View>({ views, current, onOpen, onSave, onDelete }: SavedViewsProps<V>) => {
  const t = useMessages('ui')
  return (
    <Popover
      label={t(($) => $.table.views)}
      side="below-end"
      trigger={(button) => (
        <button type="button" {...button} className={bar.saved}>
          <svg viewBox="0 0 16 16" aria-hidden>
            <path d="M4 2.5h8v11L8 10.5l-4 3z" />
          </svg>
          {current?.view_name ?? t(($) => $.table.views)}
        </button>
      )}
    >
      {(close) => (
        <div className={s.views}>
          {views.length === 0 && <p className={s.hint}>{t(($) => $.table.views_none)}</p>}
          <ul>
            {views.map((view) => (
              <li key={view.view_id} data-current={view === current || undefined}>
                <button
                  type="button"
                  className={s.view}
                  onClick={() => {
                    onOpen(view)
                    close()
                  }}
                >
                  {view.view_name}
                </button>
                <button
                  type="button"
                  className={bar.remove}
                  aria-label={t(($) => $.table.view_delete, { name: view.view_name })}
                  onClick={() => onDelete(view)}
                >
                  <svg viewBox="0 0 12 12" aria-hidden>
                    <path d="M3 3l6 6M9 3l-6 6" />
                  </svg>
                </button>
              </li>
            ))}
          </ul>
          <SaveForm onSave={onSave} />
        </div>
      )}
    </Popover>
  )
}

const SaveForm = ({ onSave }: { onSave: (view_name: string) => Promise<boolean> }) => {
  const t = useMessages('ui')
  const [name, setName] = useState('')
  return (
    <form
      className={s.save}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave(name.trim()).then((is_saved) => {
          if (is_saved) setName('')
        })
      }}
    >
      <input
        type="text"
        aria-label={t(($) => $.table.view_name)}
        placeholder={t(($) => $.table.view_name)}
        maxLength={LIMITS.view_name_max}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        {t(($) => $.table.view_save)}
      </button>
    </form>
  )
}
