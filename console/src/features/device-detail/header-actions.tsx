import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon, SettingsIcon } from '../../ui/icons.tsx'
import type { DeviceView } from './device-view.ts'
import { MoreActions } from './more-actions.tsx'
import { useRefresh } from './use-refresh.ts'

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
  const refresh = useRefresh(view)
  const may_control = usePermission('device:control')
  return (
    <>
      <Button icon={RefreshIcon} disabledReason={refresh.reason} onClick={refresh.send}>
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
