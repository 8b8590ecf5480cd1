import { api } from '@heatfleet/contract/api.ts'
import { type DeviceGroup, DeviceGroupDraft } from '@heatfleet/contract/device-groups/device-groups.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Link } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useFilterSentence } from './filter-sentence.ts'
import { membersPath } from './list.tsx'

/** A list made of pasted ids, or the name of a group and what is noted of it. Mounted = open. */
export function GroupDrawer({ group, onClose }: { group: DeviceGroup | null; onClose: () => void }) {
  const t = useMessages('device-groups')
  const notify = useNotify()
  const sentenceOf = useFilterSentence()
  const create = useChange(api.createDeviceGroup)
  const edit = useChange(api.editDeviceGroup)
  const filter = group?.filter ?? null
  const form = useForm({
    schema: DeviceGroupDraft,
    initial: { group_name: group?.group_name ?? '', description: group?.description ?? '', filter, macs: '' },
    toBody: (typed) => ({ ...typed, macs: parseIdList(typed.macs).ids }),
    onSave: ({ macs, ...body }) =>
      group === null
        ? create.mutateAsync({ body: { ...body, macs } })
        : edit.mutateAsync({ params: { id: group.group_id }, body: { ...body, updated_at: group.updated_at } }),
    onSaved: ({ group_name }) => {
      notify.success(t(($) => (group === null ? $.created : $.saved), { name: group_name }))
      onClose()
    },
  })
  const { incomplete } = parseIdList(form.values.macs)
  const wrong =
    incomplete.length === 0
      ? undefined
      : t(($) => $.macs_incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
  return (
    <FormDrawer
      form={form}
      title={group === null ? t(($) => $.create) : group.group_name}
      onClose={onClose}
      saveDisabledReason={wrong}
    >
      <TextField
        label={t(($) => $.columns.group_name)}
        required
        maxLength={LIMITS.group_name_max}
        {...form.field('group_name')}
      />
      <TextAreaField
        label={t(($) => $.columns.description)}
        rows={2}
        maxLength={LIMITS.role_description_max}
        {...form.field('description')}
      />
      {group === null && (
        <TextAreaField label={t(($) => $.macs)} hint={t(($) => $.macs_hint)} rows={6} {...form.field('macs')} />
      )}
      {group !== null && (
        <p>
          {filter === null ? t(($) => $.list_hint) : `${sentenceOf(filter)}. ${t(($) => $.filter_hint)}`}{' '}
          <Link to={membersPath(group.group_id)}>{t(($) => $.members)}</Link>
        </p>
      )}
    </FormDrawer>
  )
}
