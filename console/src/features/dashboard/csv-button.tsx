import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { csvOf } from '../../ui/csv.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Saves the figures of a panel as a file. */
export function CsvButton({ name, rows }: { name: string; rows: () => readonly (readonly (string | number)[])[] }) {
  const t = useMessages('dashboard')
  const save = () => saveFile(`${name}.csv`, new Blob([csvOf(rows())], { type: 'text/csv;charset=utf-8' }))
  return <Button kind="text" size="small" icon={DownloadIcon} label={`${t(($) => $.csv)}: ${name}`} onClick={save} />
}
