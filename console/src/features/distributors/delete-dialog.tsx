import { api } from '@heatfleet/contract/api.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './distributors.module.css'
import { accountPath, detailPath, devicePath } from './paths.ts'

type Use = ResultOf<typeof api.agentUse>

/** Asks for the name before a distributor is deleted; tells by name what hangs on it while it cannot be. */
export const DeleteDialog = (props: {
  distributor: Distributor
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) => {
  const { distributor, onClose, onDeleted } = props
  const t = useMessages('distributors')
  const notify = useNotify()
  const remove = useChange(api.deleteAgent)
  const { agent_id, agent_name: name } = distributor
  const params = { id: agent_id }
  const use = useRead(api.agentUse, { params }, { staleTime: 0 })
  if (use.data !== undefined && isFree(use.data))
    return (
      <TypedConfirm
        danger
        title={t(($) => $.dialogs.delete.title, { name })}
        text={t(($) => $.dialogs.delete.text)}
        confirm={t(($) => $.dialogs.delete.confirm)}
        expected={name}
        onClose={onClose}
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          notify.success(t(($) => $.dialogs.delete.done, { name }))
          onDeleted?.()
        }}
      />
    )
  return (
    <Dialog
      open
      title={use.data === undefined ? t(($) => $.dialogs.delete.title, { name }) : t(($) => $.use.title, { name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(($) => $.use.close)}</Button>}
    >
      {use.data !== undefined ? (
        <InUse use={use.data} onLeave={onClose} />
      ) : use.error === null ? (
        <Loading rows={3} />
      ) : (
        <ErrorState error={use.error} onRetry={() => void use.refetch()} />
      )}
    </Dialog>
  )
}

const isFree = ({ sub_distributors, devices, accounts, roles, resource_groups, unseen }: Use): boolean =>
  sub_distributors.count + devices.count + accounts.count + roles + resource_groups === 0 && !unseen

function InUse({ use, onLeave }: { use: Use; onLeave: () => void }) {
  const t = useMessages('distributors')
  const named = (
    label: string,
    { count, first }: Use['devices'],
    pathOf: (id: string) => string,
    /** Said beside its name: what it is looked for by. */
    saysId = false,
  ): Fact[] =>
    count === 0
      ? []
      : [
          {
            label: `${label}: ${count}`,
            wide: true,
            value: (
              <>
                {first.map(({ id, name }, at) => (
                  <Fragment key={id}>
                    {at > 0 && ', '}
                    <Link to={pathOf(id)} onClick={onLeave}>
                      {name === '' ? id : name}
                    </Link>
                    {saysId && name !== '' && (
                      <>
                        {' '}
                        <Identifier id={id} copy={false} />
                      </>
                    )}
                  </Fragment>
                ))}
                {count > first.length && ` ${t(($) => $.use.more, { n: count - first.length })}`}
              </>
            ),
          },
        ]
  const counted = (label: string, count: number): Fact[] => (count === 0 ? [] : [{ label, value: count }])
  const facts = [
    ...named(
      t(($) => $.tabs.lower),
      use.sub_distributors,
      (id) => detailPath(Number(id)),
    ),
    ...named(
      t(($) => $.tabs.devices),
      use.devices,
      devicePath,
      true,
    ),
    ...named(
      t(($) => $.tabs.accounts),
      use.accounts,
      accountPath,
    ),
    ...counted(
      t(($) => $.use.roles),
      use.roles,
    ),
    ...counted(
      t(($) => $.use.resource_groups),
      use.resource_groups,
    ),
  ]
  return (
    <div className={css.move}>
      <p className={css.sentence}>{t(($) => $.use.text)}</p>
      {facts.length > 0 && <Facts items={facts} least_px={160} />}
      {use.unseen && <p className={css.sentence}>{t(($) => $.use.unseen)}</p>}
    </div>
  )
}
