import type { PasswordLink } from '@heatfleet/contract/password-links/password-links.ts'
import { useMessages } from '../messages/messages.ts'
import { SecretOnce } from '../ui/secret-once.tsx'
import { linkAddress } from './link-address.ts'

/** A one-time link to set a password, shown once to its creator. Mounted = open. */
export function OneTimeLink({ link, onClose }: { link: PasswordLink; onClose: () => void }) {
  const t = useMessages('password-links')
  const { name, token } = link
  return (
    <SecretOnce
      title={t(($) => $.made, { name })}
      text={t(($) => $.made_text, { name })}
      secret={linkAddress(token)}
      onClose={onClose}
    />
  )
}
