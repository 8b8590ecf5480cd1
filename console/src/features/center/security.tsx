import styles from './center.module.css'
import { LogInsPanel } from './log-ins-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** Second factor, where I am signed in, and who tried to be. */
export function Security() {
  return (
    <div className={styles.stack}>
      <SecondFactorPanel />
      <SessionsPanel />
      <LogInsPanel />
    </div>
  )
}
