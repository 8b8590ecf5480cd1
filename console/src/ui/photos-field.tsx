import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { FileDrop } from './file-drop.tsx'
import { useNotify } from './notify.tsx'
import styles from './photos.module.css'
import { PICTURE_KINDS, pictureKindOf } from './picture-kind.ts'
import { type Box, pngOfFile } from './png-of-file.ts'

/** Photos at what somebody writes: recognised by their content, scaled to fit before they are sent. */
export function PhotosField(props: {
  /** PNGs as data URLs. */
  value: readonly string[]
  /** Most of them. */
  max: number
  /** Largest size of each. */
  box: Box
  disabled?: boolean
  error: string | undefined
  onChange: (value: string[]) => void
}) {
  const t = useMessages('ui')
  const notify = useNotify()
  const [is_read, setRead] = useState(true)
  const { value, max, box, error, onChange } = props
  const accept = async (file: File) => {
    if ((await pictureKindOf(file)) === null) return notify.error(t(($) => $.picture.other_kind))
    const photo = await pngOfFile(file, box)
    if (!value.includes(photo)) onChange([...value, photo])
  }
  return (
    <div className={styles.field}>
      {value.length > 0 && (
        <ul className={styles.photos}>
          {value.map((photo, at) => (
            <li key={photo} className={styles.chosen}>
              <img className={styles.photo} src={photo} alt={t(($) => $.photos.one, { n: at + 1 })} />
              <Button
                kind="text"
                size="small"
                label={t(($) => $.photos.remove, { n: at + 1 })}
                onClick={() => onChange(value.toSpliced(at, 1))}
              >
                {t(($) => $.picture.remove)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {props.disabled !== true && value.length < max && (
        <FileDrop
          label={t(($) => $.photos.title)}
          choose={t(($) => $.photos.add)}
          accept={PICTURE_KINDS.join(',')}
          file_name={null}
          hint={t(($) => $.photos.hint, { max })}
          touch_hint={t(($) => $.photos.touch_hint, { max })}
          bytes_max={LIMITS.picture_source_bytes}
          busy={!is_read}
          onFile={(file) => {
            setRead(false)
            void accept(file)
              .catch(() => notify.error(t(($) => $.picture.broken)))
              .finally(() => setRead(true))
          }}
          onTooLarge={() =>
            notify.error(t(($) => $.picture.too_large, { megabytes: LIMITS.picture_source_bytes / 1_000_000 }))
          }
        />
      )}
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  )
}
