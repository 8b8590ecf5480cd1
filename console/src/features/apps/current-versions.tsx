import type { Application } from '@heatfleet/contract/apps/apps.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { UNKNOWN } from '../../ui/format.ts'
import styles from './apps.module.css'

/** Path of an app's versions. */
export const versionsPath = ({ app_id }: Pick<Application, 'app_id'>): string => `/user/app-manage?app_id=${app_id}`

/** The latest released version, per platform where they differ; links to all versions if the viewer may see them. */
export function CurrentVersions({ app }: { app: Application }) {
  const t = useMessages('apps')
  const sees_versions = usePermission('appversion:view')
  const { current_versions } = app
  const [first] = current_versions
  if (first === undefined) return UNKNOWN
  const is_one = current_versions.every(({ version }) => version === first.version)
  const texts = is_one
    ? [first.version]
    : current_versions.map(({ platform, version }) => `${t(($) => $.platforms[platform])} ${version}`)
  const app_texts = texts.map((text) => (
    <div key={text} translate="no">
      {text}
    </div>
  ))
  if (!sees_versions) return <>{app_texts}</>
  return (
    <Link className={styles.link} to={versionsPath(app)} title={t(($) => $.versions)}>
      {app_texts}
    </Link>
  )
}
