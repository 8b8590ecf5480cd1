import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useState } from 'react'
import { call } from '../../../cloud/call.ts'
import { useSending } from '../../../ui/sending.ts'
import { type ReadFile, readProductFile } from './read-product-file.ts'

/** A file somebody chose: what it holds, and what the server says to it once it was asked. */
export type ChosenFile = {
  file_name: string
  read: ReadFile
  judged: ResultOf<typeof api.productFileCheck> | null
}

/** The file in hand: read here first, then judged by the server. */
export const useChosenFile = () => {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const { busy, problem, send } = useSending()
  const choose = (file: File) =>
    send(async () => {
      const read = readProductFile(await file.text())
      const shown = { file_name: file.name, read, judged: null }
      setChosen(shown)
      if (read.kind !== 'product') return
      const judged = await call(api.productFileCheck, { body: { file: read.file } })
      setChosen({ ...shown, judged })
    })
  return { chosen, busy, problem, choose }
}
