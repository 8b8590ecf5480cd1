import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import type { DeviceDetail } from '@heatfleet/contract/devices/devices.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { CommandState } from '../../commands/command-state.tsx'
import { useSentCommands } from '../../commands/use-sent-commands.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { usePointText } from '../../points/point-text.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm, ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import css from './controls.module.css'

type Again = 'undo' | 'repeat'

/** Sets the old value back or sends the command again, after a confirmation; each is a new command. */
export function CommandAgain({ row, unit }: { row: ControlLogRow; unit: DeviceDetail | undefined }) {
  const t = useMessages('controls')
  const lang = useLanguage()
  const notify = useNotify()
  const codeText = useCodeText()
  const { inline } = usePointText()
  const [asked, ask] = useState<Again | null>(null)
  const { sent, dispatch } = useSentCommands(row.mac)
  const { point_key, old_value, new_value, finish_time } = row
  const present = unit?.values.find(({ key }) => key === point_key)?.value ?? null
  const locked = [
    useMissingPermission('device:control'),
    finish_time === null ? t(($) => $.drawer.not_over) : undefined,
    unit !== undefined && unit.online_status !== 'online' ? codeText('device_offline') : undefined,
  ].find((reason) => reason !== undefined)
  const undoLocked =
    locked ??
    (old_value === null
      ? t(($) => $.drawer.undo_unknown)
      : old_value === new_value
        ? t(($) => $.drawer.undo_same)
        : undefined)
  const submit = (value: number, change_reason?: string) => {
    const points = [{ key: point_key, value, old_value: present }]
    if (!dispatch(points, change_reason)) notify.error(t(($) => $.drawer.not_sent))
    return Promise.resolve()
  }
  const texts = {
    point: row.names[lang] || point_key,
    device: row.device_name || row.mac,
    from: inline(row, present),
    to: inline(row, asked === 'undo' ? old_value : new_value),
  }
  const value = asked === 'undo' ? old_value : new_value
  const question = (again: Again) => ({
    title: t(($) => (again === 'undo' ? $.drawer.undo_title : $.drawer.repeat_title), texts),
    text: t(($) => (again === 'undo' ? $.drawer.undo_text : $.drawer.repeat_text), texts),
    confirm: t(($) => $.drawer.send),
    onClose: () => ask(null),
  })
  return (
    <>
      <div className={css.again}>
        <Button disabledReason={undoLocked} onClick={() => ask('undo')}>
          {t(($) => $.drawer.undo)}
        </Button>
        <Button icon={RefreshIcon} disabledReason={locked} onClick={() => ask('repeat')}>
          {t(($) => $.drawer.repeat)}
        </Button>
      </div>
      {sent.length > 0 && (
        <ul className={css.sent} aria-live="polite" aria-label={t(($) => $.drawer.result)}>
          {sent.map((one) => (
            <li key={`${one.sn}-${one.key}`}>
              <span className={css.change}>
                {inline(row, one.old_value)} → <b>{inline(row, one.new_value)}</b>
              </span>
              <CommandState state={one.state} />
              <SentReason reason={one.reason} />
            </li>
          ))}
        </ul>
      )}
      {asked !== null && value !== null && row.level === 'installer' && (
        <ReasonConfirm
          {...question(asked)}
          max={LIMITS.change_reason_max}
          onConfirm={(change_reason) => submit(value, change_reason)}
        />
      )}
      {asked !== null && value !== null && row.level === 'user' && (
        <PlainConfirm {...question(asked)} onConfirm={() => submit(value)} />
      )}
    </>
  )
}

/** Why the new command failed: a refusal of the server, or what the module said. */
function SentReason({ reason }: { reason: string | null }) {
  const t = useMessages('controls')
  const codeText = useCodeText()
  if (reason === null) return null
  const texts: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const code = ERROR_CODES.find((known) => known === reason)
  return <span className={css.weak}>{texts[reason] ?? (code === undefined ? reason : codeText(code))}</span>
}
