import type { ChangedSetting } from '@heatfleet/contract/commissioning/commissioning.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { unitText } from '../../../points/unit-text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { StateChip } from '../../../ui/status.tsx'
import css from './commissioning.module.css'

/** Settings that differ from their defaults. */
export const SettingsTable = ({ settings }: { settings: readonly ChangedSetting[] }) => {
  const t = useMessages('commissioning')
  const lang = useLanguage()
  const valueText = (value: number, names: ChangedSetting['value_names'], { decimals, unit }: ChangedSetting) =>
    names?.[lang] || names?.en || [formatNumber(value, decimals, lang), unitText(unit, lang)].filter(Boolean).join(' ')
  return (
    <section className={css.part}>
      <h3>{t(($) => $.settings.title)}</h3>
      <PlainTable
        label={t(($) => $.settings.title)}
        rows={settings}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'setting',
            title: t(($) => $.columns.setting),
            cell: ({ names, key, is_outside }) => (
              <>
                {names[lang] || names.en || key}{' '}
                {is_outside && <StateChip tone="bad">{t(($) => $.settings.outside)}</StateChip>}
              </>
            ),
          },
          {
            key: 'present',
            title: t(($) => $.columns.present),
            align: 'end',
            cell: (row) => valueText(row.value, row.value_names, row),
          },
          {
            key: 'default',
            title: t(($) => $.columns.default),
            align: 'end',
            cell: (row) => valueText(row.default_value, row.default_names, row),
          },
        ]}
      />
    </section>
  )
}
