import * as icons from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { COLOURS, useTheme } from '../../ui/theme.ts'
import styles from './gallery.module.css'

/** The colour table and the drawn signs. */
export function Colours() {
  const theme = useTheme((state) => state.theme)
  return (
    <>
      <Panel title="Colours" className={styles.wide}>
        <div className={styles.swatches}>
          {Object.keys(COLOURS[theme]).map((name) => (
            <div key={name} className={styles.swatch}>
              <span style={{ background: `var(--hf-${name})` }} />
              {name}
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Icons" className={styles.wide}>
        <div className={styles.icons}>
          {Object.entries(icons).map(([name, Sign]) => (
            <span key={name} title={name}>
              <Sign size={20} />
            </span>
          ))}
        </div>
      </Panel>
    </>
  )
}
