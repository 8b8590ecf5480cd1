import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import { useState } from 'react'
import type { ErrorText } from '../messages/error-text.ts'
import { useNotify } from '../ui/notify.tsx'
import { useSending } from '../ui/sending.ts'
import { useUnsavedMark } from '../ui/unsaved.ts'
import { base64Of } from './base64.ts'
import type { Choices, Judged, LineOf, SheetFile, SheetImport } from './sheet-import.ts'

/** A running import: file, columns, row results; each correction starts another dry run. */
export type SheetWork<Field extends string, Row> = {
  /** Form id of the unsaved corrections. */
  id: string
  file_name: string | null
  look: SheetLook<Field> | null
  choices: Choices<Field>
  judged: Judged<Row> | null
  busy: boolean
  problem: ErrorText | null
  read: (file: File) => void
  chooseSheet: (sheet: string) => void
  choose: (part: Partial<Choices<Field>>) => void
  check: () => void
  /** Applies corrections of rows and runs another dry run. */
  answer: (part: Partial<Pick<Choices<Field>, 'fixes' | 'left_out'>>) => void
  back: () => void
  apply: () => void
}

/** State of an import; `onDone` is called after it. */
export const useSheetWork = <Field extends string, Own extends string, Row extends LineOf<Field, Own>>(
  list: SheetImport<Field, Own, Row>,
  onDone: () => void,
): SheetWork<Field, Row> => {
  const notify = useNotify()
  const { busy, problem, send } = useSending()
  const [file, setFile] = useState<SheetFile | null>(null)
  const [look, setLook] = useState<SheetLook<Field> | null>(null)
  const [choices, setChoices] = useState<Choices<Field>>(nothingChosen)
  const [judged, setJudged] = useState<Judged<Row> | null>(null)

  const [is_answered, setAnswered] = useState(false)
  const id = useUnsavedMark(is_answered)

  const open = async (next: SheetFile) => {
    const seen = await list.look(next)
    setFile({ ...next, sheet: seen.sheet })
    setLook(seen)
    setJudged(null)
    setAnswered(false)
    setChoices({ ...nothingChosen<Field>(), mapping: seen.mapping })
  }
  const judge = async (asked: Choices<Field>) => {
    if (file === null) return
    setJudged(await list.check({ ...file, ...asked }))
    setChoices(asked)
  }
  return {
    id,
    file_name: file?.file_name ?? null,
    look,
    choices,
    judged,
    busy,
    problem,
    read: (chosen) => send(async () => open({ file_name: chosen.name, content: await base64Of(chosen), sheet: null })),
    chooseSheet: (sheet) => send(async () => file !== null && open({ ...file, sheet })),
    choose: (part) => {
      setAnswered(true)
      setChoices((before) => ({ ...before, ...part }))
    },
    check: () => send(() => judge(choices)),
    answer: (part) => {
      setAnswered(true)
      send(() => judge({ ...choices, ...part }))
    },
    back: () => setJudged(null),
    apply: () =>
      send(async () => {
        if (file === null || judged === null) return
        const counts = await list.apply({ ...file, ...choices }, judged.revision)
        notify.success(list.appliedText(counts.new + counts.changed))
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
