import { useState } from 'react'
import { useDistributorChoices } from '../../../cloud/distributor-choices.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { CheckboxGroupField } from '../../../ui/field-choices.tsx'
import { RegionField } from '../../../ui/field-region.tsx'
import { SelectField } from '../../../ui/field-select.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { TreeSelectField } from '../../../ui/field-tree-select.tsx'
import { Co2Fields } from './co2-fields.tsx'
import { KioskLinks } from './kiosk-links.tsx'
import { LogoForm } from './logo-form.tsx'
import { WALL_PAGES, WALL_SECONDS, WALL_TITLE_MAX, type WallSetup } from './wall-address.ts'
import css from './wall-settings.module.css'

type WallSettingsProps = { setup: WallSetup; onChange: (next: WallSetup) => void; onClose: () => void }

/** How the big screen is set up, at once behind the drawer, and the links that show it without a log-in. */
export function WallSettings({ setup: at_first, onChange, onClose }: WallSettingsProps) {
  const t = useMessages('dashboard')
  const sees_agents = usePermission('device:view')
  // The address follows what is typed; fields do not wait for it.
  const [setup, setSetup] = useState(at_first)
  const set = (change: Partial<WallSetup>) => {
    const next = { ...setup, ...change }
    setSetup(next)
    onChange(next)
  }
  return (
    <Drawer open title={t(($) => $.wall.settings)} onClose={onClose}>
      <div className={css.settings}>
        <p>{t(($) => $.wall.settings_hint)}</p>
        <TextField
          label={t(($) => $.wall.name)}
          placeholder={t(($) => $.wall.title)}
          maxLength={WALL_TITLE_MAX}
          value={setup.title}
          onChange={(title) => set({ title })}
        />
        {sees_agents && <AgentField value={setup.agent_id} onChange={(agent_id) => set({ agent_id })} />}
        <RegionField
          label={t(($) => $.filters.region)}
          value={setup.region_code === '' ? null : setup.region_code}
          onChange={(code) => set({ region_code: code ?? '' })}
        />
        <CheckboxGroupField
          label={t(($) => $.wall.shown)}
          value={[...setup.pages]}
          onChange={(pages) => {
            if (pages.length > 0) set({ pages: WALL_PAGES.filter((page) => pages.includes(page)) })
          }}
          options={WALL_PAGES.map((value) => ({ value, label: t(($) => $.wall.pages[value]) }))}
        />
        <SelectField
          label={t(($) => $.wall.every)}
          value={setup.every_s}
          onChange={(every_s) => set({ every_s: every_s ?? setup.every_s })}
          options={WALL_SECONDS.map((value) => ({ value, label: t(($) => $.wall.seconds, { count: value }) }))}
        />
        <Co2Fields factors={setup.co2} onChange={(co2) => set({ co2 })} />
        <LogoForm agent_id={setup.agent_id} />
        <KioskLinks setup={setup} />
      </div>
    </Drawer>
  )
}

type AgentFieldProps = { value: number | undefined; onChange: (agent_id: number | undefined) => void }

function AgentField({ value, onChange }: AgentFieldProps) {
  const t = useMessages('dashboard')
  const nodes = useDistributorChoices(null)
  return (
    <TreeSelectField
      label={t(($) => $.filters.agent)}
      options={nodes}
      value={value}
      onChange={(next) => onChange(next === undefined ? undefined : Number(next))}
    />
  )
}
