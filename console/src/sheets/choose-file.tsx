import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { SelectField } from '../ui/field.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify } from '../ui/notify.tsx'
import type { SheetWork } from './sheet-work.ts'
import css from './sheets.module.css'

/** Base64 is a third larger than the file. */
const FILE_BYTES_MAX = Math.floor((LIMITS.import_body_bytes * 3) / 4) - 4_096

/** Chooses a file and its sheet. */
export function ChooseFile<Field extends string, Row>({ work }: { work: SheetWork<Field, Row> }) {
  const t = useMessages('sheets')
  const lang = useLanguage()
  return (
    <FileDrop
      label={t(($) => $.file)}
      choose={work.file_name === null ? t(($) => $.choose_file) : t(($) => $.other_file)}
      accept=".xlsx,.csv,.txt"
      file_name={work.file_name}
      hint={t(($) => $.file_hint, { max: formatBytes(FILE_BYTES_MAX, lang) })}
      bytes_max={FILE_BYTES_MAX}
      busy={work.busy && work.inspection === null}
      onFile={work.read}
      onTooLarge={() => notify.error(t(($) => $.too_large))}
    >
      {work.inspection !== null && (
        <span className={css.weak}>{t(($) => $.rows, { count: work.inspection.rows })}</span>
      )}
      {work.inspection !== null && work.inspection.sheets.length > 1 && (
        <SelectField
          quiet
          label={t(($) => $.sheet)}
          width={200}
          value={work.inspection.sheet}
          options={work.inspection.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => sheet !== undefined && work.chooseSheet(sheet)}
        />
      )}
    </FileDrop>
  )
}
