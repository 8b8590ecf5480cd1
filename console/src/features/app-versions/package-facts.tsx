import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import css from './app-versions.module.css'

const MIB = 1_048_576

/** The package of a version in one line: size and the beginning of the checksum, the whole on hover. */
export function PackageFacts({ version: { package: file } }: { version: Pick<AppVersion, 'package'> }) {
  const t = useMessages('app-versions')
  const language = useLanguage()
  if (file === null) return null
  return (
    <span className={css.cut} title={`${file.file_name}\nSHA-256 ${file.sha256}`}>
      {t(($) => $.package.mib, { mib: formatNumber(file.size / MIB, 1, language) })}{' '}
      <code translate="no">{file.sha256.slice(0, 12)}</code>
    </span>
  )
}
