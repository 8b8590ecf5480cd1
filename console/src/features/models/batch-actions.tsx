import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { SearchIcon, SettingsIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import type { Batch } from './batch-drawer.tsx'
import { selectedMacs } from './selected-macs.ts'
import { SetModel } from './set-model.tsx'

type Props = {
  selection: Selection<Device>
  total: number
  request: RequestOf<typeof api.deviceList>
  onStarted: (batch: Batch) => void
}
type Opened = { kind: 'set' | 'detect'; macs: readonly string[] }

/** Sets or detects the models of the selected devices; each is validated on its own, and refused ones are listed. */
export function BatchActions({ selection, total, request, onStarted }: Props) {
  const t = useMessages('models')
  const codeText = useCodeText()
  const start = useChange(api.modelBatch)
  const pending = usePendingRequest()
  const [opened, setOpened] = useState<Opened | null>(null)
  const many = useMissingPermission('model:batch')
  const missing_permission = { set: useMissingPermission('model:set'), detect: useMissingPermission('model:detect') }
  const count = countSelected(selection, total)
  const max = LIMITS.model_batch_max
  const chosen =
    count === 0 ? codeText('no_device_selected') : count > max ? t(($) => $.batch.limit, { max }) : undefined
  const open = (kind: Opened['kind']) =>
    pending.send(async () => setOpened({ kind, macs: await selectedMacs(selection, request) }))
  const close = () => setOpened(null)
  return (
    <>
      <Problem problem={pending.problem} />
      <Button
        icon={SettingsIcon}
        busy={pending.busy}
        disabledReason={many ?? missing_permission.set ?? chosen}
        onClick={() => open('set')}
      >
        {t(($) => $.unit.set)}
      </Button>
      <Button
        kind="primary"
        icon={SearchIcon}
        busy={pending.busy}
        disabledReason={many ?? missing_permission.detect ?? chosen}
        onClick={() => open('detect')}
      >
        {t(($) => $.unit.detect)}
      </Button>
      {opened?.kind === 'set' && (
        <SetModel
          several
          mac={opened.macs[0] ?? ''}
          title={t(($) => $.set.title, { count: opened.macs.length })}
          onSet={async (product_key) =>
            onStarted(await start.mutateAsync({ body: { kind: 'set', macs: [...opened.macs], product_key } }))
          }
          onClose={close}
        />
      )}
      {opened?.kind === 'detect' && (
        <PlainConfirm
          title={t(($) => $.detect.title, { count: opened.macs.length })}
          text={t(($) => $.detect.text)}
          confirm={t(($) => $.detect.confirm)}
          onConfirm={async () => {
            onStarted(await start.mutateAsync({ body: { kind: 'detect', macs: [...opened.macs] } }))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
