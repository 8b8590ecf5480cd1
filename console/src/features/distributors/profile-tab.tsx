import { api } from '@heatfleet/contract/api.ts'
import { type DistributorDetail, EditedDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormArea } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useForm } from '../../ui/use-form.ts'
import { draftOf, toEdit } from './distributor-draft.ts'
import { DistributorFields } from './distributor-fields.tsx'
import css from './distributors.module.css'
import { MoveDialog } from './move-dialog.tsx'

/** All that is entered of a distributor, to be changed where it stands. */
export const ProfileTab = ({ distributor }: { distributor: DistributorDetail }) => {
  const t = useMessages('distributors')
  const notify = useNotify()
  const lacks = useMissingPermission('agent:edit')
  const update = useChange(api.updateAgent)
  const form = useForm({
    schema: EditedDistributor,
    initial: draftOf(distributor),
    toBody: (draft) => toEdit(draft, distributor),
    onSave: (body) =>
      update.mutateAsync({ params: { id: distributor.agent_id }, body }).catch((error: unknown) => {
        // What the other one changed comes into the fields nobody touched here.
        if (error instanceof Refusal && error.code === 'stale_edit')
          void queryClient.invalidateQueries({ queryKey: [api.agentInfo.of] })
        throw error
      }),
    onSaved: () => notify.success(t(($) => $.form.saved)),
  })
  return (
    <Panel>
      <div className={css.form}>
        <FormArea form={form} saveDisabledReason={lacks}>
          <DistributorFields form={form} own={distributor.own} place={<PlaceInTree distributor={distributor} />} />
        </FormArea>
      </div>
    </Panel>
  )
}

/** The place in the tree changes by a move, which shows first what it does. */
function PlaceInTree({ distributor }: { distributor: DistributorDetail }) {
  const t = useMessages('distributors')
  const lacks = useMissingPermission('agent:move')
  const [moving, setMoving] = useState(false)
  const reason = distributor.own ? t(($) => $.actions.own_fixed) : lacks
  return (
    <>
      <TextField
        label={t(($) => $.columns.parent_name)}
        value={distributor.parent_name ?? '—'}
        onChange={() => {}}
        disabled
        hint={t(($) => $.move.rule)}
        after={
          <Button kind="link" size="small" disabledReason={reason} onClick={() => setMoving(true)}>
            {t(($) => $.actions.move)}
          </Button>
        }
      />
      {moving && <MoveDialog distributor={distributor} onClose={() => setMoving(false)} />}
    </>
  )
}
