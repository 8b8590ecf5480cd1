import { JobLists } from '../../exports/job-lists.tsx'
import styles from './center.module.css'

/** The own exports beside the rest of the account. */
export const ExportsTab = () => (
  <div className={styles.list}>
    <JobLists />
  </div>
)
