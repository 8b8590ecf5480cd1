import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { RadioGroupField, TextAreaField } from '../ui/field.tsx'
import { useMayLeave } from '../ui/leave-guard.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportResults } from './import-results.tsx'
import type { ImportRow, SheetImport } from './sheet-import.ts'
import css from './sheets.module.css'
import { useSheetImport } from './use-sheet-import.ts'

const WIDTH_PX = 1_240
const PASTED = 'pasted.csv'

/** An import in three steps: file, columns, result of each row. Mounted = open. */
export function ImportDrawer<Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(props: {
  list: SheetImport<Field, Own, Row>
  onClose: () => void
}) {
  const { list, onClose } = props
  const t = useMessages('sheets')
  const ui = useMessages('ui')
  const state = useSheetImport(list, onClose)
  const mayLeave = useMayLeave(state.id)
  const [pasted, setPasted] = useState('')
  const close = () => void mayLeave().then((leave) => leave && onClose())
  const { inspection, result, busy } = state
  const change_count = result === null ? 0 : result.counts.new + result.counts.changed + result.removed.length
  const missing =
    result === null
      ? undefined
      : result.counts.error > 0
        ? t(($) => $.errors_first)
        : change_count === 0
          ? t(($) => $.nothing)
          : undefined
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={list.title}
      onClose={close}
      footer={
        <>
          <Problem problem={state.problem} />
          {result !== null && <Button onClick={state.back}>{t(($) => $.back)}</Button>}
          <Button onClick={close}>{ui(($) => $.cancel)}</Button>
          {list.paste !== undefined && inspection === null && (
            <Button
              kind="primary"
              busy={busy}
              disabledReason={pasted.trim() === '' ? list.paste.label : undefined}
              // Lines that are pasted are read as a file is.
              onClick={() => state.read(new File([pasted], PASTED, { type: 'text/csv' }))}
            >
              {t(($) => $.read_pasted)}
            </Button>
          )}
          {inspection !== null && result === null && (
            <Button kind="primary" busy={busy} onClick={state.check}>
              {t(($) => $.check)}
            </Button>
          )}
          {result !== null && (
            <Button kind="primary" busy={busy} disabledReason={missing} onClick={state.apply}>
              {list.applyText(result.counts.new + result.counts.changed)}
            </Button>
          )}
        </>
      }
    >
      <div className={css.steps}>
        {list.paste !== undefined && inspection === null && (
          <TextAreaField {...list.paste} rows={8} value={pasted} onChange={setPasted} />
        )}
        <ChooseFile state={state} accept_more={list.accept_more} />
        {inspection !== null &&
          result === null &&
          list.aboveColumns?.({
            busy,
            reread: state.reread,
            look: inspection,
            mapping: state.choices.mapping,
          })}
        {inspection !== null && result === null && (
          <ColumnMapping
            fields={list.fields}
            fieldText={list.fieldText}
            inspection={inspection}
            mapping={state.choices.mapping}
            onMapping={(mapping) => state.choose({ mapping })}
          >
            {list.mode !== null && (
              <RadioGroupField
                label={list.mode}
                inline
                value={state.choices.mode}
                onChange={(mode) => state.choose({ mode })}
                options={(['merge', 'replace'] as const).map((value) => ({ value, label: t(($) => $.modes[value]) }))}
              />
            )}
          </ColumnMapping>
        )}
        {result !== null &&
          inspection !== null &&
          list.aboveResults?.({
            recheck: () => state.correct({}),
            look: inspection,
            mapping: state.choices.mapping,
          })}
        {result !== null && <ImportResults list={list} state={state} result={result} />}
      </div>
    </Drawer>
  )
}
