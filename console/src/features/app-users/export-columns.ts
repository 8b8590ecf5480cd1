import { APP_LANGUAGES, APP_PLATFORMS, APP_USER_EXPORT_COLUMNS } from '@heatfleet/contract/app-users/app-users.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'
import { languageWord, platformWord } from './user-words.ts'

type Key = (typeof APP_USER_EXPORT_COLUMNS)[number]
/** Columns of the file that stand in one column of the table. */
const SHOWN_IN: Partial<Record<Key, string>> = {
  country: 'region',
  owned_devices: 'devices',
  shared_devices: 'devices',
}

/** What a file of app users can hold, in the person's language; `shown` are the keys of the table's columns in view. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'app-user-list'>[] => {
  const t = useWords('app-users')
  const words: Partial<Record<Key, Record<string, string>>> = {
    status: t(($) => $.status, { returnObjects: true }),
    language: Object.fromEntries(APP_LANGUAGES.map((code) => [code, languageWord(t, code)])),
    platform: Object.fromEntries(APP_PLATFORMS.map((code) => [code, platformWord(t, code)])),
  }
  return APP_USER_EXPORT_COLUMNS.map((key) => {
    const of_value = words[key]
    return {
      key,
      title: t(($) => $.columns[key]),
      shown: shown.includes(SHOWN_IN[key] ?? key),
      ...(of_value === undefined ? {} : { words: of_value }),
    }
  })
}
