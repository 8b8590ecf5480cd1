import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useContext } from 'react'
import { Link } from 'react-router'
import { EditIcon } from '../../ui/icons.tsx'
import s from './cells.module.css'
import { detailPath } from './detail-path.ts'
import { DeviceChangesContext } from './device-changes.ts'
import type { DeviceWords } from './device-words.ts'
import { NameField } from './name-field.tsx'

type NameProps = { device: Device; t: DeviceWords }

/** The name of a device: a link to its page; a double click beside it, the pencil or F2 edits it in place. */
export const NameCell = ({ device, t }: NameProps) => {
  const changes = useContext(DeviceChangesContext)
  const { mac, device_name: name, simulated } = changes.shown(device)
  if (changes.renaming?.mac === mac)
    return (
      <NameField
        name={name}
        refused={changes.renaming.typed}
        onDone={(text) => changes.rename(device, text)}
        onCancel={() => changes.stopRename()}
      />
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the pencil and F2 do the same
    <div
      className={s.name}
      data-quiet
      onDoubleClick={(event) => {
        if (changes.may_rename && !(event.target instanceof HTMLAnchorElement)) changes.startRename(mac)
      }}
    >
      <Link to={detailPath(mac)} tabIndex={-1} title={name} draggable={false}>
        {name === '' ? t(($) => $.unnamed, { mac: mac.slice(-6) }) : name}
      </Link>
      {simulated && (
        <span className={s.simulated} title={t(($) => $.simulated_hint)}>
          {t(($) => $.simulated)}
        </span>
      )}
      {changes.may_rename && (
        <button
          type="button"
          tabIndex={-1}
          className={s.pencil}
          aria-label={t(($) => $.rename_of, { name })}
          title={`${t(($) => $.rename)} (F2)`}
          onClick={() => changes.startRename(mac)}
        >
          <EditIcon size={14} />
        </button>
      )}
    </div>
  )
}
