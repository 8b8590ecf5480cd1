import type { Identity } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { Age } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/dialog.tsx'
import { useNotify } from '../ui/notify.tsx'
import { PlainTable } from '../ui/plain-table.tsx'

/** Persons at the provider who sign in to an account; each can be unlinked, after a question. */
export function IdentityTable(props: {
  identities: readonly Identity[]
  /** Shown without any. */
  empty: string
  onUnlink: (identity_id: number) => Promise<unknown>
  /** Why none can be unlinked. */
  disabledReason?: string | undefined
}) {
  const t = useMessages('single-sign-on')
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const unlink = async ({ identity_id, email, issuer }: Identity) => {
    const title = t(($) => $.unlink_title, { person: email || t(($) => $.no_email) })
    const text = t(($) => $.unlink_text, { issuer: hostOf(issuer) })
    if (!(await confirm({ title, text, confirm: t(($) => $.unlink), danger: true }))) return
    try {
      await props.onUnlink(identity_id)
      notify.success(t(($) => $.unlinked))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <PlainTable
      label={t(($) => $.title)}
      rows={props.identities}
      keyOf={({ identity_id }) => identity_id}
      empty={<p>{props.empty}</p>}
      columns={[
        { key: 'person', title: t(($) => $.person), cell: ({ email }) => email || t(($) => $.no_email) },
        { key: 'issuer', title: t(($) => $.issuer), cell: ({ issuer }) => hostOf(issuer) },
        { key: 'linked', title: t(($) => $.linked_at), cell: ({ linked_at }) => <Age at={linked_at} /> },
        { key: 'used', title: t(($) => $.last_used_at), cell: ({ last_used_at }) => <Age at={last_used_at} /> },
        {
          key: 'actions',
          title: t(($) => $.actions),
          actions: true,
          cell: (identity) => (
            <Button
              kind="text"
              size="small"
              disabledReason={props.disabledReason}
              onClick={() => void unlink(identity)}
            >
              {t(($) => $.unlink)}
            </Button>
          ),
        },
      ]}
    />
  )
}

/** The provider's host; people know it by that. */
const hostOf = (issuer: string): string => URL.parse(issuer)?.host ?? issuer
