import { useMessages } from '../messages/messages.ts'
import styles from './combo-box.module.css'
import { CloseIcon } from './icons.tsx'

type TagsProps = {
  tags: readonly { key: string; label: string }[]
  disabled: boolean
  onRemove: ((key: string) => void) | undefined
}

/** What a field of several holds, each with a button that removes it; the keyboard removes by Backspace. */
export function ComboTags({ tags, disabled, onRemove }: TagsProps) {
  const t = useMessages('ui')
  return tags.map(({ key, label }) => (
    <span key={key} className={styles.tag} title={label}>
      <span className={styles.tagText}>{label}</span>
      {!disabled && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(($) => $.remove_choice, { name: label })}
          onClick={(event) => {
            event.stopPropagation()
            onRemove?.(key)
          }}
        >
          <CloseIcon size={11} />
        </button>
      )}
    </span>
  ))
}
