import { api } from '@heatfleet/contract/api.ts'
import { linkAddress } from '@heatfleet/contract/password-links/link-address.ts'
import type { PasswordLink } from '@heatfleet/contract/password-links/password-links.ts'
import { useState } from 'react'
import { useChange } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { CheckIcon, ExternalIcon } from '../ui/icons.tsx'
import { Problem } from '../ui/problem.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'
import { usePendingRequest } from '../ui/use-pending-request.ts'

/** A one-time link to set a password, shown once to its creator, who may also have it sent. Mounted = open. */
export function OneTimeLink({ link, onClose }: { link: PasswordLink; onClose: () => void }) {
  const t = useMessages('password-links')
  const { name, token, mail_to } = link
  const { origin, pathname } = window.location
  return (
    <SecretOnce
      title={t(($) => $.made, { name })}
      text={t(($) => $.made_text, { name })}
      secret={linkAddress(`${origin}${pathname}`, token)}
      action={mail_to === null ? undefined : (onSent) => <SendLink token={token} to={mail_to} onSent={onSent} />}
      onClose={onClose}
    />
  )
}

/** Sends the link to its owner. Once it has left, nothing else needs to be kept. */
function SendLink({ token, to, onSent }: { token: string; to: string; onSent: () => void }) {
  const t = useMessages('password-links')
  const post = useChange(api.sendPasswordLink)
  const [sent, setSent] = useState(false)
  const { busy, problem, send } = usePendingRequest()
  const start = () =>
    send(async () => {
      await post.mutateAsync({ body: { token } })
      setSent(true)
      onSent()
    })
  return (
    <>
      {sent ? (
        <span role="status">
          <CheckIcon size={14} /> {t(($) => $.sent, { to })}
        </span>
      ) : (
        <Button icon={ExternalIcon} busy={busy} onClick={start}>
          {t(($) => $.send, { to })}
        </Button>
      )}
      <Problem problem={problem} />
    </>
  )
}
