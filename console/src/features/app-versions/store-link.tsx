import { useMessages } from '../../messages/messages.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { ExternalIcon } from '../../ui/icons.tsx'
import css from './app-versions.module.css'

/** Link to a store, in a new window. */
export function StoreLink({ url }: { url: string }) {
  const t = useMessages('app-versions')
  if (url === '') return UNKNOWN
  return (
    <a className={css.link} href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {t(($) => $.open_store)}
      <ExternalIcon size={13} />
    </a>
  )
}
