import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { APPLICATION_EXPORT_COLUMNS } from '@heatfleet/contract/apps/apps.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

/** Columns of the list as a file: the current version stands apart for each platform. */
export const useExportColumns = (): ExportColumn<'app-list'>[] => {
  const t = useWords('apps')
  const titles: Readonly<Record<string, string>> = {
    ...t(($) => $.columns, { returnObjects: true }),
    ...Object.fromEntries(
      APP_PLATFORMS.map((platform) => [
        `current_${platform}`,
        `${t(($) => $.columns.current_version)} · ${t(($) => $.platforms[platform])}`,
      ]),
    ),
  }
  const words = {
    platforms: t(($) => $.platforms, { returnObjects: true }),
    status: t(($) => $.status, { returnObjects: true }),
  }
  return APPLICATION_EXPORT_COLUMNS.map((key) => ({
    key,
    title: titles[key] ?? key,
    shown: key !== 'create_time',
    ...(key === 'platforms' || key === 'status' ? { words: words[key] } : {}),
  }))
}
