import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SHORTCUT_PLACES, SHORTCUTS, type ShortcutName } from '../../ui/shortcuts.ts'
import styles from './key-sheet.module.css'
import { Keys } from './keys.tsx'

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[]

/** The sheet of keys, by where they work. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useMessages('search')
  return (
    <Dialog open title={t(($) => $.keys.title)} onClose={onClose} width={640}>
      <div className={styles.sheet}>
        {SHORTCUT_PLACES.map((place) => (
          <section key={place}>
            <h3 className={styles.place}>{t(($) => $.keys.places[place])}</h3>
            <dl className={styles.keys}>
              {NAMES.filter((name) => SHORTCUTS[name].where === place).map((name) => (
                <div key={name} className={styles.line}>
                  <dt>{t(($) => $.keys.names[name])}</dt>
                  <dd>
                    <Keys name={name} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
