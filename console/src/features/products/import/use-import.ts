import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { ImportFix, ImportMapping } from '@heatfleet/contract/product-import.ts'
import { useState } from 'react'
import { call, queryClient, useChange } from '../../../cloud/call.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { useSending } from '../../../ui/sending.ts'
import type { ErrorText } from '../../../words/error-text.ts'
import { useWords } from '../../../words/words.ts'
import { base64Of } from './base64.ts'

export type SheetLook = ResultOf<typeof api.productImportRead>
export type JudgedSheet = ResultOf<typeof api.productImportCheck>
type SheetFile = { file_name: string; content: string; sheet: string | null }
type Choices = { mapping: ImportMapping; mode: 'merge' | 'replace'; fixes: ImportFix[]; left_out: number[] }

/** An import under way: the file, its columns, the verdicts; each answer of a person asks for new verdicts. */
export type ImportWork = {
  file_name: string | null
  look: SheetLook | null
  choices: Choices
  judged: JudgedSheet | null
  busy: boolean
  problem: ErrorText | null
  read: (file: File) => void
  chooseSheet: (sheet: string) => void
  choose: (part: Partial<Choices>) => void
  check: () => void
  /** Takes answers to single lines and judges anew. */
  answer: (part: Partial<Pick<Choices, 'fixes' | 'left_out'>>) => void
  back: () => void
  apply: () => void
}

const NOTHING: Choices = { mapping: { header_row: 0, columns: {} }, mode: 'merge', fixes: [], left_out: [] }

/** Leads an import; `onDone` after the draft has the points. */
export const useImport = (product_key: string, onDone: () => void): ImportWork => {
  const t = useWords('productImport')
  const notify = useNotify()
  const { busy, problem, send } = useSending()
  const take = useChange(api.productImportApply)
  const [file, setFile] = useState<SheetFile | null>(null)
  const [look, setLook] = useState<SheetLook | null>(null)
  const [choices, setChoices] = useState<Choices>(NOTHING)
  const [judged, setJudged] = useState<JudgedSheet | null>(null)
  const params = { product_key }

  const open = async (next: SheetFile) => {
    const seen = await call(api.productImportRead, { body: next })
    setFile({ ...next, sheet: seen.sheet })
    setLook(seen)
    setJudged(null)
    setChoices({ ...NOTHING, mapping: seen.mapping })
  }
  const judge = async (asked: Choices) => {
    if (file === null) return
    setJudged(await call(api.productImportCheck, { params, body: { ...file, ...asked } }))
    setChoices(asked)
  }
  return {
    file_name: file?.file_name ?? null,
    look,
    choices,
    judged,
    busy,
    problem,
    read: (chosen) => send(async () => open({ file_name: chosen.name, content: await base64Of(chosen), sheet: null })),
    chooseSheet: (sheet) => send(async () => file !== null && open({ ...file, sheet })),
    choose: (part) => setChoices((before) => ({ ...before, ...part })),
    check: () => send(() => judge(choices)),
    answer: (part) => send(() => judge({ ...choices, ...part })),
    back: () => setJudged(null),
    apply: () =>
      send(async () => {
        if (file === null || judged === null) return
        const body = { ...file, ...choices, revision: judged.revision }
        const { counts } = await take.mutateAsync({ params, body })
        void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
        notify.success(t(($) => $.applied, { count: counts.new + counts.changed }))
        onDone()
      }),
  }
}
