import { api } from '@heatfleet/contract/api.ts'
import { type DistributorDetail, EditedDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useState } from 'react'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { TextField } from '../../ui/field.tsx'
import { FormArea } from '../../ui/form.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { useForm } from '../../ui/use-form.ts'
import { draftOf, toEdit } from './distributor-draft.ts'
import { DistributorFields } from './distributor-fields.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** All that is entered of a distributor, to be changed where it stands. */
export const ProfileTab = ({ distributor }: { distributor: DistributorDetail }) => {
  const t = useMessages('distributors')
  const notify = useNotify()
  const missing_permission = useMissingPermission('agent:edit')
  const ui = useMessages('ui')
  const lang = useLanguage()
  const regionName = useRegionName()
  const update = useChange(api.updateAgent)
  const form = useForm({
    schema: EditedDistributor,
    initial: draftOf(distributor),
    toBody: (draft) => toEdit(draft, distributor),
    onSave: (body) => update.mutateAsync({ params: { id: distributor.agent_id }, body }),
    onSaved: () => notify.success(t(($) => $.form.saved)),
    conflict: {
      reload: () => queryClient.invalidateQueries({ queryKey: [api.agentInfo.of] }),
      fields: {
        agent_name: t(($) => $.columns.agent_name),
        country: { label: ui(($) => $.region.country), text: (country) => countryName(country, lang) },
        region_code: {
          label: ui(($) => $.region.label),
          text: (code) => (code === null ? UNKNOWN : regionName(code)),
        },
        region_text: ui(($) => $.region.label),
        address: t(($) => $.columns.address),
        phone: t(($) => $.columns.phone),
        email: t(($) => $.columns.email),
        agency_area: { label: t(($) => $.columns.agency_area), text: (codes) => codes.map(regionName).join(', ') },
        product_keys: t(($) => $.columns.product_keys),
        business_scope: t(($) => $.columns.business_scope),
        account_quota: t(($) => $.form.account_quota),
        device_quota: t(($) => $.form.device_quota),
        remark: t(($) => $.columns.remark),
      },
    },
  })
  return (
    <FormArea form={form} readOnly={missing_permission}>
      <DistributorFields form={form} own={distributor.own} place={<PlaceInTree distributor={distributor} />} />
    </FormArea>
  )
}

/** The place in the tree changes by a move, which shows first what it does. */
function PlaceInTree({ distributor }: { distributor: DistributorDetail }) {
  const t = useMessages('distributors')
  const missing_permission = useMissingPermission('agent:move')
  const [moving, setMoving] = useState(false)
  const reason = distributor.own ? t(($) => $.actions.own_fixed) : missing_permission
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
