import type { Preferences } from '@heatfleet/contract/preferences.ts'
import { useState } from 'react'
import { useSession } from '../../cloud/session.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { readViews } from '../../ui/filter-bar-views.ts'
import { Panel } from '../../ui/panel.tsx'
import { useWords } from '../../words/words.ts'
import styles from './center.module.css'
import { type StoredThing, storedThings } from './stored-things.ts'
import { usePreferences } from './use-preferences.ts'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Preferences['theme'][]
const DENSITIES = ['compact', 'normal', 'roomy'] as const satisfies readonly Preferences['density'][]

/** First screen, colours, row height, and what lists keep in this browser. */
export function LayoutTab() {
  const t = useWords('center')
  const shell = useWords('shell')
  const { preferences, choose } = usePreferences()
  const menu = useSession((session) => session.menu)
  const words = shell(($) => $.menu, { returnObjects: true })
  const labelOf = (name: string, label: string) => Object.entries(words).find(([key]) => key === name)?.[1] ?? label
  const screens = menu.flatMap(({ children }) => children).filter(({ hidden }) => !hidden)
  return (
    <div className={styles.columns}>
      <Panel title={t(($) => $.layout.title)}>
        <div className={styles.stack}>
          <SelectField
            label={t(($) => $.layout.home)}
            value={preferences.home}
            onChange={(home) => choose({ home: home ?? '' })}
            options={[
              { value: '', label: t(($) => $.layout.home_default) },
              ...screens.map(({ path, name, label }) => ({ value: path, label: labelOf(name, label) })),
            ]}
          />
          <RadioGroupField
            inline
            label={t(($) => $.layout.theme)}
            value={preferences.theme}
            onChange={(theme) => choose({ theme })}
            options={THEMES.map((value) => ({ value, label: t(($) => $.layout.themes[value]) }))}
          />
          <RadioGroupField
            inline
            label={t(($) => $.layout.density)}
            hint={t(($) => $.layout.density_hint)}
            value={preferences.density}
            onChange={(density) => choose({ density })}
            options={DENSITIES.map((value) => ({ value, label: t(($) => $.layout.densities[value]) }))}
          />
        </div>
      </Panel>
      <StoredPanel />
    </div>
  )
}

/** Saved filters and laid-out tables of this browser; each can be thrown away. */
function StoredPanel() {
  const t = useWords('center')
  const uid = useSession((session) => session.user?.uid ?? 0)
  const [things, setThings] = useState(() => storedThings(Object.keys(localStorage), uid))
  const names = t(($) => $.lists, { returnObjects: true })
  const nameOf = (list: string) => Object.entries(names).find(([key]) => key === list)?.[1] ?? list
  const detailOf = ({ key, kind }: StoredThing) =>
    kind === 'views'
      ? readViews(localStorage.getItem(key))
          .map(({ name }) => name)
          .join(', ')
      : ''
  const drop = (thing: StoredThing) => {
    localStorage.removeItem(thing.key)
    setThings(things.filter(({ key }) => key !== thing.key))
  }
  return (
    <Panel title={t(($) => $.layout.stored)} note={t(($) => $.layout.stored_note)}>
      {things.length === 0 ? (
        <p className={styles.quiet}>{t(($) => $.layout.nothing_stored)}</p>
      ) : (
        <table className={styles.table}>
          <tbody>
            {things.map((thing) => (
              <tr key={thing.key}>
                <td>
                  {nameOf(thing.list)} · {t(($) => $.layout.kinds[thing.kind])}{' '}
                  <span className={styles.quiet}>{detailOf(thing)}</span>
                </td>
                <td className={styles.end}>
                  <Button size="small" onClick={() => drop(thing)}>
                    {t(($) => $.layout.drop)}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
