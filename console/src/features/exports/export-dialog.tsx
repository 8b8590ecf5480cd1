import { EXPORT_FORMATS, type ExportFormat } from '@heatfleet/contract/exports/exports.ts'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import styles from './exports.module.css'

/** What a person chose; columns in their order. */
export type Choice = { format: ExportFormat; keys: readonly string[] }

export type ExportDialogProps = {
  /** Name of the list. */
  what: string
  columns: readonly { key: string; title: string; shown: boolean }[]
  /** What the file will hold. */
  note: ReactNode
  fields?: ReactNode
  busy: boolean
  onStart: (choice: Choice) => void
  onClose: () => void
}

/** Columns and format of an export. */
export function ExportDialog({ what, columns, note, fields, busy, onStart, onClose }: ExportDialogProps) {
  const t = useMessages('exports')
  const ui = useMessages('ui')
  const shown = new Set(columns.filter((column) => column.shown).map(({ key }) => key))
  const all = new Set(columns.map(({ key }) => key))
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [keys, setKeys] = useState<ReadonlySet<string>>(shown)
  const toggle = (key: string, on: boolean) => {
    const next = new Set(keys)
    if (on) next.add(key)
    else next.delete(key)
    setKeys(next)
  }
  return (
    <Dialog
      open
      width={560}
      title={t(($) => $.title, { what })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={keys.size === 0 ? t(($) => $.no_column) : undefined}
            onClick={() => onStart({ format, keys: columns.map(({ key }) => key).filter((key) => keys.has(key)) })}
          >
            {t(($) => $.start)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.note}>{note}</p>
        {fields}
        <RadioGroupField
          label={t(($) => $.format)}
          value={format}
          onChange={setFormat}
          options={EXPORT_FORMATS.map((value) => ({
            value,
            label: t(($) => $.formats[value]),
            hint: t(($) => $.format_hint[value]),
          }))}
        />
        <fieldset className={styles.columns}>
          <legend>
            {t(($) => $.columns)}
            <span className={styles.count}>
              {t(($) => $.columns_chosen, { chosen: keys.size, all: columns.length })}
            </span>
            <Button kind="link" size="small" onClick={() => setKeys(all)}>
              {t(($) => $.all_columns)}
            </Button>
            <Button kind="link" size="small" onClick={() => setKeys(shown)}>
              {t(($) => $.shown_columns)}
            </Button>
          </legend>
          <div className={styles.grid}>
            {columns.map(({ key, title }) => (
              <CheckboxField key={key} label={title} checked={keys.has(key)} onChange={(on) => toggle(key, on)} />
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  )
}
