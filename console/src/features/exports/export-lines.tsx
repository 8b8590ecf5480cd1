import type { ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { useLanguage } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ExportMoves } from './export-moves.tsx'
import { ExportProgress, ExportStateChip } from './export-state.tsx'
import styles from './exports.module.css'

/** The newest exports, in the panel of the top bar. */
export function ExportLines({ records }: { records: readonly ExportRecord[] }) {
  return (
    <ul className={styles.list}>
      {records.map((record) => (
        <Line key={record.export_id} record={record} />
      ))}
    </ul>
  )
}

function Line({ record }: { record: ExportRecord }) {
  const lang = useLanguage()
  return (
    <li>
      <span className={styles.file} title={record.file_name}>
        {record.file_name}
      </span>
      <ExportMoves record={record} />
      <span className={styles.told}>
        <ExportStateChip record={record} />
        {record.state === 'running' && <ExportProgress record={record} />}
        {record.file_bytes !== null && formatBytes(record.file_bytes, lang)}
        <Age at={record.created_at} />
      </span>
    </li>
  )
}
