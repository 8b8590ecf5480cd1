import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { DeviceIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { pngOfFile } from '../../../ui/png-of-file.ts'
import { useWords } from '../../../words/words.ts'
import css from './picture.module.css'

const SIDE_PX = LIMITS.product_picture_px
const BOX = { width_px: SIDE_PX, height_px: SIDE_PX, bytes_max: LIMITS.product_picture_bytes }

/** What a product looks like: a file of the person's, made smaller here, or none. */
export function PictureField(props: {
  /** A PNG as its own address. */
  picture: string | null
  busy?: boolean
  onChange: (picture: string | null) => void
}) {
  const t = useWords('productPicture')
  const notify = useNotify()
  const { picture, busy = false, onChange } = props
  const broken = () => notify.error(t(($) => $.broken))
  return (
    <FileDrop
      label={t(($) => $.title)}
      choose={picture === null ? t(($) => $.choose) : t(($) => $.other)}
      accept="image/png,image/jpeg,image/webp"
      file_name={null}
      hint={t(($) => $.hint)}
      bytes_max={LIMITS.picture_source_bytes}
      busy={busy}
      onFile={(file) => void pngOfFile(file, BOX).then(onChange, broken)}
      onTooLarge={() => notify.error(t(($) => $.too_large, { megabytes: LIMITS.picture_source_bytes / 1_000_000 }))}
    >
      {picture !== null && (
        <Button kind="text" disabled={busy} onClick={() => onChange(null)}>
          {t(($) => $.remove)}
        </Button>
      )}
      <span className={css.frame}>
        {picture === null ? <DeviceIcon size={32} /> : <img src={picture} alt={t(($) => $.title)} />}
      </span>
    </FileDrop>
  )
}
