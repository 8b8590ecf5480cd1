import { api } from '@heatfleet/contract/api.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { newCampaign, upgradesTo } from './paths.ts'

/** What can be done with a firmware, with the reason where something cannot. */
export function FirmwareActions({ firmware, onEdit }: { firmware: Firmware; onEdit: (firmware: Firmware) => void }) {
  const t = useMessages('firmware')
  const notify = useNotify()
  const navigate = useNavigate()
  const update = useChange(api.firmwareUpdate)
  const remove = useChange(api.firmwareDelete)
  const [asked, ask] = useState<'disable' | 'delete' | null>(null)
  const missing = {
    edit: useMissingPermission('ota:edit'),
    delete: useMissingPermission('ota:delete'),
    campaign: useMissingPermission('ota:campaign'),
  }
  const { firmware_id, enabled } = firmware
  const name = `${firmware.name} ${firmware.software_version}`
  const turn = async (to: boolean): Promise<void> => {
    await update.mutateAsync({ body: { firmware_id, enabled: to } })
    notify.success(t(($) => $.done[to ? 'enable' : 'disable'], { name }))
  }
  const item = (
    key: 'edit' | 'enable' | 'disable' | 'delete' | 'campaign' | 'history',
    reason: string | undefined,
    onSelect: () => void,
  ): MenuItem => ({
    key,
    label: t(($) => $.actions[key]),
    ...(reason === undefined ? {} : { disabledReason: reason }),
    onSelect,
  })
  const off = enabled ? undefined : t(($) => $.enabled.false)
  return (
    <>
      <RowActions
        label={`${t(($) => $.columns.actions)}: ${name}`}
        items={[
          item('campaign', missing.campaign ?? off, () => void navigate(newCampaign(firmware_id))),
          item('history', undefined, () => void navigate(upgradesTo(firmware_id))),
          { key: 'line', divider: true },
          item('edit', missing.edit, () => onEdit(firmware)),
          enabled
            ? item('disable', missing.edit, () => ask('disable'))
            : item('enable', missing.edit, () => void turn(true)),
          { ...item('delete', missing.delete, () => ask('delete')), danger: true },
        ]}
      />
      {asked === 'disable' && (
        <PlainConfirm
          title={t(($) => $.confirm.disable_title, { name })}
          text={t(($) => $.confirm.disable)}
          confirm={t(($) => $.actions.disable)}
          onClose={() => ask(null)}
          onConfirm={() => turn(false)}
        />
      )}
      {asked === 'delete' && (
        <PlainConfirm
          danger
          title={t(($) => $.confirm.delete_title, { name })}
          text={t(($) => $.confirm.delete)}
          confirm={t(($) => $.actions.delete)}
          onClose={() => ask(null)}
          onConfirm={async () => {
            await remove.mutateAsync({ query: { firmware_id } })
            notify.success(t(($) => $.done.delete, { name }))
          }}
        />
      )}
    </>
  )
}
