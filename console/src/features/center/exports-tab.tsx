import { ExportList } from '../../exports/export-list.tsx'
import styles from './center.module.css'

/** The own exports beside the rest of the account. */
export const ExportsTab = () => (
  <div className={styles.list}>
    <ExportList />
  </div>
)
