import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AvatarColour } from '@heatfleet/contract/preferences.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useOwnPicture } from '../../cloud/own-picture.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { Initials } from '../../ui/initials.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { PictureField } from '../../ui/picture-field.tsx'

const SIDE_PX = LIMITS.account_picture_px
const BOX = { width_px: SIDE_PX, height_px: SIDE_PX, bytes_max: LIMITS.account_picture_bytes, square: true }

/** The account's picture, or its initials. */
export function OwnPicture({ name, colour }: { name: string; colour: AvatarColour }) {
  const t = useMessages('center')
  const pictures = useMessages('ui')
  const notify = useNotify()
  const errorText = useErrorText()
  const picture = useOwnPicture()
  const edit = useChange(api.editOwnPicture)
  const [removing, setRemoving] = useState(false)
  const save = (chosen: string) =>
    void edit.mutateAsync({ body: { picture: chosen } }).then(
      () => notify.success(pictures(($) => $.picture.saved)),
      (refused: unknown) => notify.failed(errorText(refused)),
    )
  return (
    <>
      <PictureField
        picture={picture}
        box={BOX}
        busy={edit.isPending}
        onChange={(chosen) => (chosen === null ? setRemoving(true) : save(chosen))}
      >
        <Initials name={name} colour={colour} picture={picture} size_px={48} />
      </PictureField>
      {removing && (
        <PlainConfirm
          title={t(($) => $.profile.remove_picture)}
          text={t(($) => $.profile.remove_picture_text)}
          confirm={pictures(($) => $.picture.remove)}
          danger
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await edit.mutateAsync({ body: { picture: null } })
            notify.success(pictures(($) => $.picture.removed))
          }}
        />
      )}
    </>
  )
}
