import type { Preferences } from '@heatfleet/contract/preferences.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './center.module.css'
import { ListsPanel } from './lists-panel.tsx'
import { usePreferences } from './use-preferences.ts'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Preferences['theme'][]
const DENSITIES = ['compact', 'normal', 'roomy'] as const satisfies readonly Preferences['density'][]

/** Home screen, theme, row height, and saved lists. */
export function LayoutTab() {
  const t = useMessages('center')
  const shared = useMessages('shared')
  const { preferences, choose } = usePreferences()
  const menu = useSession((session) => session.menu)
  const menu_names = shared(($) => $.menu, { returnObjects: true })
  const labelOf = (name: string, label: string) =>
    Object.entries(menu_names).find(([key]) => key === name)?.[1] ?? label
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
      <ListsPanel />
    </div>
  )
}
