import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useContext } from 'react'
import { StarFilledIcon, StarIcon } from '../../ui/icons.tsx'
import s from './cells.module.css'
import { DeviceChangesContext } from './device-changes.ts'
import type { DeviceWords } from './device-words.ts'

type FavouriteProps = { device: Device; t: DeviceWords }

/** The star of a row: the person's own favourites. */
export const FavouriteCell = ({ device, t }: FavouriteProps) => {
  const changes = useContext(DeviceChangesContext)
  const shown = changes.shown(device)
  const { favourite, device_name: name } = shown
  return (
    <button
      type="button"
      tabIndex={-1}
      className={s.star}
      aria-pressed={favourite}
      aria-label={favourite ? t(($) => $.favourite_remove, { name }) : t(($) => $.favourite_add, { name })}
      onClick={() => changes.toggleFavourite(shown)}
    >
      {favourite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
    </button>
  )
}
