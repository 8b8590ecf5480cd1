import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Dialog } from './dialog.tsx'
import styles from './photos.module.css'

/** As many photos as there are, each drawn by what reads it. */
export function Photos({ count, of }: { count: number; of: (picture_no: number) => ReactNode }) {
  if (count === 0) return null
  return <span className={styles.photos}>{Array.from({ length: count }, (_, index) => of(index + 1))}</span>
}

/** Width of an enlarged photo, px: that of the largest that is stored, as far as the window has it. */
const LARGE_PX = 1_400

/** A photo as it was read, enlarged by a press; `undefined` = not yet. */
export function Photo({ n, picture, failed }: { n: number; picture: string | undefined; failed: boolean }) {
  const t = useMessages('ui')
  const [is_large, setLarge] = useState(false)
  if (failed) return <span className={styles.gone}>{t(($) => $.photos.gone)}</span>
  if (picture === undefined) return <span className={styles.photo} aria-hidden="true" />
  const name = t(($) => $.photos.one, { n })
  return (
    <>
      <button type="button" className={styles.enlarge} onClick={() => setLarge(true)}>
        <img className={styles.photo} src={picture} alt={name} />
      </button>
      {is_large && (
        <Dialog open title={name} width={LARGE_PX} onClose={() => setLarge(false)}>
          <img className={styles.large} src={picture} alt="" />
        </Dialog>
      )}
    </>
  )
}
