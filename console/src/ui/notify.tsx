import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { ErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon } from './icons.tsx'
import styles from './notify.module.css'

type Tone = 'success' | 'error' | 'info' | 'news'
type Note = { id: number; tone: Tone; text: ReactNode; request_id: string | null }

/** Time on screen, ms; errors stay longer. */
const SHOWN_MS = { success: 3_500, info: 5_000, news: 5_000, error: 12_000 } as const satisfies Record<Tone, number>
const LISTED_MAX = 4
const ICONS = { success: SuccessIcon, error: ErrorIcon, info: InfoIcon, news: InfoIcon } as const

const useNotes = create<{ notes: Note[] }>(() => ({ notes: [] }))
let last_id = 0

const remove = (id: number) => useNotes.setState(({ notes }) => ({ notes: notes.filter((note) => note.id !== id) }))
const add =
  (tone: Tone) =>
  (text: ReactNode, request_id: string | null = null) => {
    last_id += 1
    const id = last_id
    // Only the latest unsolicited message is shown, so that they do not pile up.
    const keepNotes = (notes: Note[]) => (tone === 'news' ? notes.filter((note) => note.tone !== 'news') : notes)
    useNotes.setState(({ notes }) => ({
      notes: [...keepNotes(notes), { id, tone, text, request_id }].slice(-LISTED_MAX),
    }))
    setTimeout(() => remove(id), SHOWN_MS[tone])
  }

const error = add('error')
/** A call that failed, in a sentence of its own where `sentence` has one; with the request id where the text asks to quote it. */
const failed = ({ message, request_id, is_unexplained }: ErrorText, sentence = (reason: string) => reason): void =>
  error(sentence(message), is_unexplained ? request_id : null)

/** Toasts at the bottom of the window, where they cover no content. */
export const notify = { success: add('success'), error, failed, info: add('info'), news: add('news') }

export const useNotify = () => notify

/** Host of the toasts; once, in the application. */
export function NotifyHost() {
  const t = useMessages('ui')
  const shared = useMessages('shared')
  const notes = useNotes((state) => state.notes)
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notes.map(({ id, tone, text, request_id }) => {
        const IconComponent = ICONS[tone]
        return (
          <div key={id} className={styles.note}>
            <IconComponent className={styles[tone]} />
            <span>
              {text}
              {request_id !== null && (
                <code className={styles.request}>{shared(($) => $.errors.request_id, { id: request_id })}</code>
              )}
            </span>
            <button type="button" className={styles.close} aria-label={t(($) => $.close)} onClick={() => remove(id)}>
              <CloseIcon size={14} />
            </button>
          </div>
        )
      })}
    </div>
  )
}
