import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../../messages/messages.ts'
import { DeviceIcon } from '../../../ui/icons.tsx'
import { PictureField } from '../../../ui/picture-field.tsx'
import css from './picture.module.css'

const SIDE_PX = LIMITS.product_picture_px
const BOX = { width_px: SIDE_PX, height_px: SIDE_PX, bytes_max: LIMITS.product_picture_bytes }

/** The picture of a product, or a placeholder icon. */
export function ProductPicture({ picture }: { picture: string | null }) {
  const t = useMessages('ui')
  return (
    <span className={css.frame}>
      {picture === null ? <DeviceIcon size={32} /> : <img src={picture} alt={t(($) => $.picture.title)} />}
    </span>
  )
}

/** The same as a form field. */
export function ProductPictureField(props: {
  picture: string | null
  busy?: boolean
  onChange: (picture: string | null) => void
}) {
  return (
    <PictureField {...props} box={BOX}>
      <ProductPicture picture={props.picture} />
    </PictureField>
  )
}
