import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { csvOf } from './csv.ts'
import { DownloadIcon } from './icons.tsx'
import { saveFile } from './save-file.ts'

/** Saves the figures of a panel as a file. */
export function CsvButton({ name, rows }: { name: string; rows: () => readonly (readonly (string | number)[])[] }) {
  const t = useMessages('ui')
  const save = () => saveFile(`${name}.csv`, new Blob([csvOf(rows())], { type: 'text/csv;charset=utf-8' }))
  return <Button kind="text" size="small" icon={DownloadIcon} label={`${t(($) => $.csv)}: ${name}`} onClick={save} />
}
