import type { AvatarColour } from '@heatfleet/contract/preferences.ts'
import styles from './initials.module.css'
import { initialsOf } from './initials-of.ts'

/** Two letters on a calm colour that stand for a person; the name must stand beside them, or in a label around. */
export function Initials({ name, colour, size_px = 40 }: { name: string; colour: AvatarColour; size_px?: number }) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.initials} ${styles[colour]}`}
      style={{ width: size_px, height: size_px, fontSize: Math.round(size_px * 0.42) }}
    >
      {initialsOf(name)}
    </span>
  )
}
