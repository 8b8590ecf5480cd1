import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices.ts'
import { useContext, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { EditIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useErrorText } from '../../words/error-text.ts'
import { useWords } from '../../words/words.ts'
import s from './cells.module.css'
import { checkName } from './device-name.ts'
import { detailPath } from './detail-path.ts'
import { useProposed } from './proposed.ts'
import { Renaming } from './renaming.ts'

/** The name of a device: a link to its page; a double click beside it, the pencil or F2 edits it in place. */
export const NameCell = ({ device }: { device: Device }) => {
  const t = useWords('devices')
  const renaming = useContext(Renaming)
  const errorText = useErrorText()
  const notify = useNotify()
  const change = useChange(api.deviceUpdate)
  const mayEdit = usePermission('device:edit')
  const [name, propose] = useProposed(device.device_name)
  const { mac } = device

  const rename = (device_name: string) => {
    renaming.stop()
    if (device_name === device.device_name) return
    propose(device_name, () => change.mutateAsync({ query: { mac, device_name } })).then(
      () => notify.success(t(($) => $.renamed, { name: device_name })),
      (error: unknown) =>
        notify.error(t(($) => $.rename_refused, { name: device.device_name, reason: errorText(error).message })),
    )
  }

  if (renaming.mac === mac) return <NameField name={name} onDone={rename} onCancel={renaming.stop} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the pencil and F2 do the same
    <div
      className={s.name}
      data-quiet
      onDoubleClick={(event) => {
        if (mayEdit && !(event.target instanceof HTMLAnchorElement)) renaming.start(mac)
      }}
    >
      <Link to={detailPath(mac)} tabIndex={-1} title={name} draggable={false}>
        {name === '' ? t(($) => $.unnamed, { mac: mac.slice(-6) }) : name}
      </Link>
      {device.simulated && (
        <span className={s.simulated} title={t(($) => $.simulated_hint)}>
          {t(($) => $.simulated)}
        </span>
      )}
      {mayEdit && (
        <button
          type="button"
          tabIndex={-1}
          className={s.pencil}
          aria-label={t(($) => $.rename_of, { name })}
          title={`${t(($) => $.rename)} (F2)`}
          onClick={() => renaming.start(mac)}
        >
          <EditIcon size={14} />
        </button>
      )}
    </div>
  )
}

type FieldProps = { name: string; onDone: (name: string) => void; onCancel: () => void }

const NameField = ({ name, onDone, onCancel }: FieldProps) => {
  const t = useWords('devices')
  const [draft, setDraft] = useState(name)
  // Leaving the field by a key also blurs it: only the first end counts.
  const ended = useRef(false)
  const check = checkName(draft)
  const error =
    check.kind === 'empty'
      ? t(($) => $.name_empty)
      : check.kind === 'too_long'
        ? t(($) => $.name_too_long, { max: check.max, length: check.length })
        : undefined
  const end = (keep: boolean) => {
    if (ended.current) return
    ended.current = true
    if (keep && check.kind === 'ok') onDone(check.name)
    else onCancel()
  }
  return (
    <div className={s.edit} data-quiet data-invalid={error !== undefined || undefined}>
      <input
        ref={focusAndSelect}
        type="text"
        aria-label={t(($) => $.name_label)}
        aria-invalid={error !== undefined}
        title={error}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter' && check.kind !== 'ok') return
          const grid = event.currentTarget.closest<HTMLElement>('[role=grid]')
          end(event.key === 'Enter')
          grid?.focus()
        }}
        onBlur={() => end(true)}
      />
      {error !== undefined && (
        <span role="alert" className={s.problem}>
          {error}
        </span>
      )}
    </div>
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => {
  if (input === null || document.activeElement === input) return
  input.focus()
  input.select()
}
