import { useMessages } from '../../messages/messages.ts'
import styles from './login.module.css'

/** Says why a sign-in takes longer: the browser solves the proof of work that failed attempts ask for. The person has nothing to do. */
export function Proving({ is_proving }: { is_proving: boolean }) {
  const t = useMessages('session')
  // There before its text is, so that a screen reader reads the text out.
  return (
    <p className={styles.hint} role="status">
      {is_proving && t(($) => $.checking)}
    </p>
  )
}
