import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import { useState } from 'react'
import type { ErrorText } from '../messages/error-text.ts'
import { useNotify } from '../ui/notify.tsx'
import { discardUnsaved, useUnsavedMark } from '../ui/unsaved-forms.ts'
import { usePendingRequest } from '../ui/use-pending-request.ts'
import { base64Of } from './base64.ts'
import type { Choices, DryRunResult, ImportRow, SheetFile, SheetImport } from './sheet-import.ts'

/** A running import: file, columns, row results; each correction starts another dry run. */
export type SheetImportState<Field extends string, Row> = {
  /** Form id of the unsaved corrections. */
  id: string
  file_name: string | null
  inspection: SheetLook<Field> | null
  choices: Choices<Field>
  result: DryRunResult<Row> | null
  busy: boolean
  problem: ErrorText | null
  read: (file: File) => void
  chooseSheet: (sheet: string) => void
  /** Reads the same file again. */
  reread: () => void
  choose: (part: Partial<Choices<Field>>) => void
  check: () => void
  /** Applies corrections of rows and runs another dry run. */
  correct: (part: Partial<Pick<Choices<Field>, 'fixes' | 'left_out'>>) => void
  back: () => void
  apply: () => void
}

/** State of an import; `onDone` is called after it. */
export const useSheetImport = <Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(
  list: SheetImport<Field, Own, Row>,
  onDone: () => void,
): SheetImportState<Field, Row> => {
  const notify = useNotify()
  const { busy, problem, send } = usePendingRequest()
  const [file, setFile] = useState<SheetFile | null>(null)
  const [inspection, setInspection] = useState<SheetLook<Field> | null>(null)
  const [choices, setChoices] = useState<Choices<Field>>(nothingChosen)
  const [result, setResult] = useState<DryRunResult<Row> | null>(null)

  const [is_answered, setAnswered] = useState(false)
  const id = useUnsavedMark(is_answered)

  const open = async (next: SheetFile) => {
    const inspected = await list.inspection(next)
    setFile({ ...next, sheet: inspected.sheet })
    setInspection(inspected)
    setResult(null)
    setAnswered(false)
    setChoices({ ...nothingChosen<Field>(), mapping: inspected.mapping })
  }
  const dryRun = async (choices: Choices<Field>) => {
    if (file === null) return
    setResult(await list.check({ ...file, ...choices }))
    setChoices(choices)
  }
  return {
    id,
    file_name: file?.file_name ?? null,
    inspection,
    choices,
    result,
    busy,
    problem,
    read: (chosen) => send(async () => open({ file_name: chosen.name, content: await base64Of(chosen), sheet: null })),
    chooseSheet: (sheet) => send(async () => file !== null && open({ ...file, sheet })),
    reread: () => send(async () => file !== null && open(file)),
    choose: (part) => {
      setAnswered(true)
      setChoices((before) => ({ ...before, ...part }))
    },
    check: () => send(() => dryRun(choices)),
    correct: (part) => {
      setAnswered(true)
      send(() => dryRun({ ...choices, ...part }))
    },
    back: () => setResult(null),
    apply: () =>
      send(async () => {
        if (file === null || result === null) return
        const counts = await list.apply({ ...file, ...choices }, result.revision)
        notify.success(list.appliedText(counts.new + counts.changed))
        // What was answered is in: what opens next loses nothing.
        discardUnsaved(id)
        onDone()
      }),
  }
}

const nothingChosen = <Field extends string>(): Choices<Field> => ({
  mapping: { header_row: 0, columns: {} },
  mode: 'merge',
  fixes: [],
  left_out: [],
})
