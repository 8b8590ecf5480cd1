import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { SHEET_FORMATS } from '@heatfleet/contract/sheets.ts'
import { useMemo } from 'react'
import { call, useRead } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { FaultUses, faultCodes } from './list.tsx'

/** Exports the matching codes as a file that can be imported again. */
function ExportFaults({ filter }: { filter: RequestOf<typeof api.faultCodeList>['body'] }) {
  const t = useMessages('faults')
  const notify = useNotify()
  const errorText = useErrorText()
  const download = (format: (typeof SHEET_FORMATS)[number]) =>
    call(api.faultExport, { query: { ...filter, format } }).then(
      ({ file_name, blob }) => saveFile(file_name, blob),
      (error: unknown) => notify.failed(errorText(error)),
    )
  return (
    <DropdownMenu
      label={t(($) => $.export.action)}
      trigger={(button) => (
        <Button {...button} icon={DownloadIcon}>
          {t(($) => $.export.action)}
        </Button>
      )}
      items={SHEET_FORMATS.map((format) => ({
        key: format,
        label: t(($) => $.export.as, { format: format.toUpperCase() }),
        onSelect: () => void download(format),
      }))}
    />
  )
}

/** All fault codes by set and code. */
export function KnowledgeBase({ onNew }: { onNew: () => void }) {
  const t = useMessages('faults')
  const list = useList(faultCodes, undefined)
  const fault_ids = list.rows.map(({ fault_id }) => fault_id)
  const used = useRead(api.faultUses, { body: { fault_ids } }, { enabled: fault_ids.length > 0, placeholder: 'keep' })
  const uses = useMemo(() => new Map((used.data ?? []).map((use) => [use.fault_id, use])), [used.data])
  return (
    <FaultUses value={uses}>
      <ListFilters of={list}>
        <ListViews of={list} />
        <ExportFaults filter={list.body} />
      </ListFilters>
      <ListTable
        of={list}
        emptyAction={<FillAction needs="faultcode:edit" label={t(($) => $.create)} onPress={onNew} />}
      />
    </FaultUses>
  )
}
