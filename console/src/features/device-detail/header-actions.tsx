import { useEffect } from 'react'
import { usePermission } from '../../cloud/session.ts'
import { onMessage, send } from '../../cloud/socket.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon, SettingsIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import type { DeviceView } from './device-view.ts'
import { MoreActions } from './more-actions.tsx'

/** Sequence numbers of this component's refresh requests; only their refusals are shown here. */
const pending_sns = new Set<number>()

/** Actions on the device, available from all tabs. */
export const HeaderActions = ({
  view,
  onControl,
}: {
  view: DeviceView
  /** Opens the settings; undefined where they are open already. */
  onControl: (() => void) | undefined
}) => {
  const t = useMessages('device-detail')
  const codeText = useCodeText()
  const notify = useNotify()
  useEffect(
    () =>
      onMessage('CommandAck', ({ sn, error }) => {
        if (!pending_sns.delete(sn)) return
        if (error !== null) notify.error(codeText(error))
      }),
    [codeText, notify],
  )
  const may_control = usePermission('device:control')
  const refresh = () => {
    const sn = send({ cmd: 'RefreshDevice', mac: view.device.mac })
    if (sn === null) return
    pending_sns.add(sn)
    notify.info(t(($) => $.header.refresh_asked))
  }
  const reason =
    view.device.online_status !== 'online'
      ? t(($) => $.header.offline)
      : view.connected
        ? undefined
        : t(($) => $.header.no_push)
  return (
    <>
      <Button icon={RefreshIcon} disabledReason={reason} onClick={refresh}>
        {t(($) => $.header.refresh)}
      </Button>
      {onControl !== undefined && (
        <Button
          kind="primary"
          icon={SettingsIcon}
          disabledReason={may_control ? undefined : t(($) => $.control.locked.no_permission)}
          onClick={onControl}
        >
          {t(($) => $.header.control)}
        </Button>
      )}
      <MoreActions view={view} />
    </>
  )
}
