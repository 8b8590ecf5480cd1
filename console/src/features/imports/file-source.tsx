import { api } from '@heatfleet/contract/api.ts'
import { IMPORT_FIELDS, type ImportField } from '@heatfleet/contract/imports/lines.ts'
import { SHEET_FORMATS, type SheetLook, type SheetMapping } from '@heatfleet/contract/sheets.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { base64Of } from '../../sheets/base64.ts'
import { ChooseFile } from '../../sheets/choose-file.tsx'
import { ColumnMapping } from '../../sheets/column-mapping.tsx'
import type { SheetFile } from '../../sheets/sheet-import.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './imports.module.css'

/** A file with what its columns mean. */
export type ImportFile = SheetFile & { mapping: SheetMapping<ImportField> }

/** Units of a file: its sheet, its columns in any order, and the template of one. */
export function FileSource({ file, onFile }: { file: ImportFile | null; onFile: (file: ImportFile) => void }) {
  const t = useMessages('imports')
  const language = useLanguage()
  const { busy, problem, send } = usePendingRequest()
  const [inspection, setInspection] = useState<SheetLook<ImportField> | null>(null)
  const open = async (next: SheetFile) => {
    const inspected = await call(api.importFileRead, { body: next })
    setInspection(inspected)
    onFile({ ...next, sheet: inspected.sheet, mapping: inspected.mapping })
  }
  const download = (format: (typeof SHEET_FORMATS)[number]) =>
    send(async () => {
      const { file_name, blob } = await call(api.importTemplate, { query: { format, language } })
      saveFile(file_name, blob)
    })
  return (
    <div className={css.parts}>
      <div className={css.templates}>
        <span>{t(($) => $.template)}</span>
        {SHEET_FORMATS.map((format) => (
          <Button key={format} size="small" icon={DownloadIcon} onClick={() => download(format)}>
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <ChooseFile
        state={{
          file_name: file?.file_name ?? null,
          inspection,
          busy,
          read: (chosen) =>
            send(async () => open({ file_name: chosen.name, content: await base64Of(chosen), sheet: null })),
          chooseSheet: (sheet) => send(async () => file !== null && open({ ...file, sheet })),
        }}
      />
      <Problem problem={problem} />
      {file !== null && inspection !== null && (
        <ColumnMapping
          fields={IMPORT_FIELDS}
          fieldText={(field) => t(($) => $.fields[field])}
          inspection={inspection}
          mapping={file.mapping}
          onMapping={(mapping) => onFile({ ...file, mapping })}
        />
      )}
    </div>
  )
}
