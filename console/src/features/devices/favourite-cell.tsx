import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices.ts'
import { useChange } from '../../cloud/call.ts'
import { StarFilledIcon, StarIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useErrorText } from '../../words/error-text.ts'
import { useWords } from '../../words/words.ts'
import s from './cells.module.css'
import { useProposed } from './proposed.ts'

/** The star of a row: the person's own favourites. */
export const FavouriteCell = ({ device }: { device: Device }) => {
  const t = useWords('devices')
  const notify = useNotify()
  const errorText = useErrorText()
  const change = useChange(api.deviceFavourite)
  const [favourite, propose] = useProposed(device.favourite)
  const { mac, device_name: name } = device
  const toggle = () =>
    propose(!favourite, () => change.mutateAsync({ query: { mac, favourite: favourite ? 'false' : 'true' } })).catch(
      (error: unknown) => notify.error(t(($) => $.favourite_refused, { reason: errorText(error).message })),
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      className={s.star}
      aria-pressed={favourite}
      aria-label={favourite ? t(($) => $.favourite_remove, { name }) : t(($) => $.favourite_add, { name })}
      onClick={() => void toggle()}
    >
      {favourite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
    </button>
  )
}
