import { api } from '@heatfleet/contract/api.ts'
import { type VirtualUnit, VirtualUnitDraft } from '@heatfleet/contract/products/virtual-units.ts'
import { queryClient, useChange } from '../../cloud/call.ts'
import { MANUFACTURER, useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { TreeSelectField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Asks whose a virtual unit shall be, and starts it. Mounted = open. */
export function StartVirtualUnit({
  product_key,
  of,
  onClose,
}: {
  product_key: string
  of: VirtualUnit['of']
  onClose: () => void
}) {
  const t = useMessages('products')
  const notify = useNotify()
  const start = useChange(api.virtualUnitStart)
  const is_manufacturer = useSession((session) => session.user?.agent_id ?? null) === null
  const choices = useDistributorChoices(is_manufacturer ? t(($) => $.virtual.stock) : null)
  const [only] = choices
  const is_only = choices.length === 1 && only?.children.length === 0
  const form = useForm({
    schema: VirtualUnitDraft,
    initial: { agent_id: is_only ? only.value : (undefined as number | undefined) },
    toBody: ({ agent_id }) => ({ of, agent_id: agent_id === MANUFACTURER ? null : agent_id }),
    onSave: (body) => start.mutateAsync({ params: { product_key }, body }),
    onSaved: () => {
      for (const noun of ['device', 'simulator']) void queryClient.invalidateQueries({ queryKey: [noun] })
      notify.success(t(($) => $.virtual.started))
      onClose()
    },
  })
  return (
    <FormDrawer
      form={form}
      title={t(($) => (of === 'draft' ? $.virtual.title_draft : $.virtual.title_published))}
      save={t(($) => $.virtual.start)}
      onClose={onClose}
    >
      <TreeSelectField
        label={t(($) => $.virtual.holder)}
        hint={t(($) => $.virtual.holder_hint)}
        required
        options={choices}
        {...form.field('agent_id')}
      />
    </FormDrawer>
  )
}
