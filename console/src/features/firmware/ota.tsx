import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { useState } from 'react'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EditForm, UploadForm } from './firmware-form.tsx'
import { firmwares } from './list.tsx'

/** Firmware (product 3.35): uploaded, enabled, and sent to units from here. */
export function Component() {
  const t = useMessages('firmware')
  const missing = useMissingPermission('ota:upload')
  const [opened, open] = useState<'new' | Firmware | null>(null)
  const list = useList(firmwares, { onEdit: open })
  const upload = t(($) => $.upload)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => open('new')}>
          {upload}
        </Button>
      }
    >
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable of={list} emptyAction={<FillAction needs="ota:upload" label={upload} onPress={() => open('new')} />} />
      {opened === 'new' && <UploadForm product_key={list.address.product_key} onClose={() => open(null)} />}
      {opened !== null && opened !== 'new' && <EditForm firmware={opened} onClose={() => open(null)} />}
    </Page>
  )
}
