import { UNKNOWN } from '../../ui/format.ts'
import s from './cells.module.css'

type TextProps = { text: string | null; hint?: string }

/** A text that may be cut by its column: whole on hover; a dash when there is none. */
export const TextCell = ({ text, hint }: TextProps) =>
  text === null || text === '' ? (
    <span className={s.weak}>{UNKNOWN}</span>
  ) : (
    <span className={s.text} title={hint ?? text}>
      {text}
    </span>
  )

/** A version or a key, in monospace. */
export const MonoCell = ({ text }: TextProps) =>
  text === null || text === '' ? (
    <span className={s.weak}>{UNKNOWN}</span>
  ) : (
    <span className={s.mono} title={text}>
      {text}
    </span>
  )
