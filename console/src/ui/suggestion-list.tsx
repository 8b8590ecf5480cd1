import { Button } from './button.tsx'
import styles from './suggestion-list.module.css'

type Suggestion = { key: string; label: string; note: string | null }

/** What was found for a text that is typed, to be chosen by a press; `none` = nothing was. */
export function SuggestionList(props: {
  label: string
  none: string
  found: readonly Suggestion[]
  onChoose: (key: string) => void
}) {
  if (props.found.length === 0) return <p className={styles.note}>{props.none}</p>
  return (
    <ul className={styles.suggestions} aria-label={props.label}>
      {props.found.map(({ key, label, note }) => (
        <li key={key}>
          <Button kind="link" size="small" onClick={() => props.onChoose(key)}>
            {label}
          </Button>
          <span className={styles.note}>{note}</span>
        </li>
      ))}
    </ul>
  )
}
