import { useEffect } from 'react'
import { onMessage, send } from '../../cloud/socket.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useNotify } from '../../ui/notify.tsx'
import type { DeviceView } from './device-view.ts'

/** Sequence numbers of refresh requests of this page; only their refusals are shown here. */
const pending_sns = new Set<number>()

/** Asks the unit for its values now; `reason` = why it cannot be asked. */
export const useRefresh = (view: DeviceView): { send: () => void; reason: string | undefined } => {
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
  return {
    send: () => {
      const sn = send({ cmd: 'RefreshDevice', mac: view.device.mac })
      if (sn === null) return
      pending_sns.add(sn)
      notify.info(t(($) => $.header.refresh_asked))
    },
    reason:
      view.device.online_status !== 'online'
        ? t(($) => $.header.offline)
        : view.connected
          ? undefined
          : t(($) => $.header.no_push),
  }
}
