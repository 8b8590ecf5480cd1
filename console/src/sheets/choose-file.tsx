import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { SelectField } from '../ui/field.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify } from '../ui/notify.tsx'
import css from './sheets.module.css'
import type { SheetImportState } from './use-sheet-import.ts'

/** Base64 is a third larger than the file. */
const FILE_BYTES_MAX = Math.floor((LIMITS.import_body_bytes * 3) / 4) - 4_096

/** Chooses a file and its sheet. */
export function ChooseFile<Field extends string>({
  state,
  accept_more = '',
}: {
  accept_more?: string | undefined
  state: Pick<SheetImportState<Field, unknown>, 'file_name' | 'inspection' | 'busy' | 'read' | 'chooseSheet'>
}) {
  const t = useMessages('sheets')
  const lang = useLanguage()
  return (
    <FileDrop
      label={t(($) => $.file)}
      choose={state.file_name === null ? t(($) => $.choose_file) : t(($) => $.other_file)}
      accept={`.xlsx,.csv,.txt${accept_more}`}
      file_name={state.file_name}
      hint={t(($) => $.file_hint, { max: formatBytes(FILE_BYTES_MAX, lang) })}
      bytes_max={FILE_BYTES_MAX}
      busy={state.busy && state.inspection === null}
      onFile={state.read}
      onTooLarge={() => notify.error(t(($) => $.too_large))}
    >
      {state.inspection !== null && (
        <span className={css.weak}>{t(($) => $.rows, { count: state.inspection.rows })}</span>
      )}
      {state.inspection !== null && state.inspection.sheets.length > 1 && (
        <SelectField
          quiet
          label={t(($) => $.sheet)}
          width={200}
          value={state.inspection.sheet}
          options={state.inspection.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => sheet !== undefined && state.chooseSheet(sheet)}
        />
      )}
    </FileDrop>
  )
}
