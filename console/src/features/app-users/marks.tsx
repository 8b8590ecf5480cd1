import type { Mark } from '@heatfleet/contract/app-users/app-users.ts'
import { useMessages } from '../../messages/messages.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'
import styles from './app-users.module.css'

const TONES = { vip: 'accent', test: 'neutral', special_care: 'warn' } as const satisfies Record<Mark, Tone>

/** Marks as chips; nothing when there are none. */
export function MarkChips({ marks }: { marks: readonly Mark[] }) {
  const t = useMessages('app-users')
  if (marks.length === 0) return null
  return (
    <span className={styles.chips}>
      {marks.map((mark) => (
        <StateChip key={mark} tone={TONES[mark]}>
          {t(($) => $.marks[mark])}
        </StateChip>
      ))}
    </span>
  )
}
