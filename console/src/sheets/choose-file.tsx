import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify } from '../ui/notify.tsx'
import { useLanguage, useWords } from '../words/words.ts'
import type { SheetWork } from './sheet-work.ts'
import css from './sheets.module.css'

/** Base64 is a third longer than the file. */
const FILE_BYTES_MAX = Math.floor((LIMITS.import_body_bytes * 3) / 4) - 4_096

/** The file, chosen or dropped, and which of its sheets. */
export function ChooseFile<Field extends string, Row>({ work }: { work: SheetWork<Field, Row> }) {
  const t = useWords('sheets')
  const lang = useLanguage()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const read = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > FILE_BYTES_MAX) notify.error(t(($) => $.too_large))
    else work.read(file)
  }
  return (
    <section
      className={css.file}
      aria-label={t(($) => $.file)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        read(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept=".xlsx,.csv,.txt"
        className="hf-hidden"
        aria-label={t(($) => $.file)}
        tabIndex={-1}
        onChange={(event) => {
          read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button busy={work.busy && work.look === null} onClick={() => input.current?.click()}>
        {work.file_name === null ? t(($) => $.choose_file) : t(($) => $.other_file)}
      </Button>
      {work.file_name === null ? (
        <span className={css.weak}>{t(($) => $.file_hint, { max: formatBytes(FILE_BYTES_MAX, lang) })}</span>
      ) : (
        <b>{work.file_name}</b>
      )}
      {work.look !== null && <span className={css.weak}>{t(($) => $.rows, { count: work.look.rows })}</span>}
      {work.look !== null && work.look.sheets.length > 1 && (
        <SelectField
          quiet
          label={t(($) => $.sheet)}
          width={200}
          value={work.look.sheet}
          options={work.look.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => sheet !== undefined && work.chooseSheet(sheet)}
        />
      )}
    </section>
  )
}
