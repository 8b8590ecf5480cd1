import type { AvatarColour } from '@heatfleet/contract/preferences.ts'
import styles from './initials.module.css'
import { initialsOf } from './initials-of.ts'

/** Picture or initials of an account; decorative, so the name must be beside it or in a surrounding label. */
export function Initials(props: { name: string; colour: AvatarColour; picture?: string | null; size_px?: number }) {
  const { name, colour, picture = null, size_px = 40 } = props
  if (picture !== null) return <img className={styles.picture} src={picture} alt="" width={size_px} height={size_px} />
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
