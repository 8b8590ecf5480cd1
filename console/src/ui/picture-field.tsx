import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { FileDrop } from './file-drop.tsx'
import { useNotify } from './notify.tsx'
import styles from './picture-field.module.css'
import { PICTURE_KINDS, pictureKindOf } from './picture-kind.ts'
import { type Box, pngOfFile } from './png-of-file.ts'

/** A picture file: recognised by its content, scaled to fit before it is sent; or none. */
export function PictureField(props: {
  /** A PNG as a data URL. */
  picture: string | null
  /** Maximum size. */
  box: Box
  busy?: boolean
  /** Preview of the picture, or its placeholder. */
  children: ReactNode
  onChange: (picture: string | null) => void
}) {
  const t = useMessages('ui')
  const notify = useNotify()
  const [is_read, setRead] = useState(true)
  const { picture, box, onChange } = props
  const busy = (props.busy ?? false) || !is_read
  const accept = async (file: File) => {
    if ((await pictureKindOf(file)) === null) return notify.error(t(($) => $.picture.other_kind))
    onChange(await pngOfFile(file, box))
  }
  return (
    <FileDrop
      label={t(($) => $.picture.title)}
      choose={picture === null ? t(($) => $.picture.choose) : t(($) => $.picture.other)}
      accept={PICTURE_KINDS.join(',')}
      file_name={null}
      hint={t(($) => $.picture.hint)}
      bytes_max={LIMITS.picture_source_bytes}
      busy={busy}
      onFile={(file) => {
        setRead(false)
        void accept(file)
          .catch(() => notify.error(t(($) => $.picture.broken)))
          .finally(() => setRead(true))
      }}
      onTooLarge={() =>
        notify.error(t(($) => $.picture.too_large, { megabytes: LIMITS.picture_source_bytes / 1_000_000 }))
      }
    >
      {picture !== null && (
        <Button kind="text" disabled={busy} onClick={() => onChange(null)}>
          {t(($) => $.picture.remove)}
        </Button>
      )}
      <span className={styles.shown}>{props.children}</span>
    </FileDrop>
  )
}
