import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './photos.module.css'

/** As many photos as there are, each drawn by what reads it. */
export function Photos({ count, of }: { count: number; of: (picture_no: number) => ReactNode }) {
  if (count === 0) return null
  return <span className={styles.photos}>{Array.from({ length: count }, (_, index) => of(index + 1))}</span>
}

/** A photo as it was read; `undefined` = not yet. */
export function Photo({ n, picture, failed }: { n: number; picture: string | undefined; failed: boolean }) {
  const t = useMessages('ui')
  if (failed) return <span className={styles.gone}>{t(($) => $.photos.gone)}</span>
  if (picture === undefined) return <span className={styles.photo} aria-hidden="true" />
  return <img className={styles.photo} src={picture} alt={t(($) => $.photos.one, { n })} />
}
