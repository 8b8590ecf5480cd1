import { APP_VERSION_EXPORT_COLUMNS } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

type Key = ExportColumn<'app-version-list'>['key']
/** Columns of the file that stand in one column of the table. */
const SHOWN_IN: Partial<Record<Key, string>> = {
  notes_en: 'languages',
  notes_zh: 'languages',
  notes_pl: 'languages',
  create_time: 'time',
  release_time: 'time',
}

/** What a file of versions can hold, in the person's language; `shown` are the keys of the table's columns in view. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'app-version-list'>[] => {
  const t = useWords('app-versions')
  const apps = useWords('apps')
  const columns = t(($) => $.columns, { returnObjects: true })
  const titles: Readonly<Record<Key, string>> = {
    ...columns,
    staged_percent: `${columns.staged_percent} (%)`,
    notes_en: t(($) => $.notes.en),
    notes_zh: t(($) => $.notes.zh),
    notes_pl: t(($) => $.notes.pl),
    create_time: t(($) => $.created),
    release_time: t(($) => $.released),
  }
  const words: Partial<Record<Key, Record<string, string>>> = {
    platform: apps(($) => $.platforms, { returnObjects: true }),
    status: t(($) => $.states, { returnObjects: true }),
    update_type: t(($) => $.types, { returnObjects: true }),
  }
  return APP_VERSION_EXPORT_COLUMNS.map((key) => {
    const of_value = words[key]
    return {
      key,
      title: titles[key],
      shown: shown.includes(SHOWN_IN[key] ?? key),
      ...(of_value === undefined ? {} : { words: of_value }),
    }
  })
}
