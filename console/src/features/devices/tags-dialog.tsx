import { api } from '@heatfleet/contract/api.ts'
import { TAG_WAYS, type TagChange } from '@heatfleet/contract/devices/changes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroupField } from '../../ui/field.tsx'
import { TagsField } from '../../ui/field-tags.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import s from './cells.module.css'
import type { Target } from './device-actions.tsx'

/** Tags offered beside those that are typed. */
const OFFERED_MAX = 12

/** Tags of one device, edited; or tags added to many, removed, or put in place of theirs. Mounted = open. */
export function TagsDialog(props: {
  target: Pick<Target, 'count' | 'device'>
  onBatch: (change: TagChange) => Promise<void>
  onClose: () => void
}) {
  const { device, count } = props.target
  const t = useMessages('devices')
  const ui = useMessages('ui')
  const notify = useNotify()
  const change = useChange(api.deviceTags)
  const known = useRead(api.deviceTagNames)
  const [tags, setTags] = useState<readonly string[]>(device?.tags ?? [])
  const [how, setHow] = useState<TagChange['how']>(device === null ? 'add' : 'replace')
  const { busy, problem, send } = usePendingRequest()
  const long = tags.find((tag) => tag.length > LIMITS.device_tag_max)
  const error = long === undefined ? undefined : t(($) => $.tags.too_long, { tag: long, max: LIMITS.device_tag_max })
  const none = device === null && tags.length === 0 && how !== 'replace' ? t(($) => $.tags.none) : undefined
  const offered = (known.data ?? []).filter(({ tag }) => !tags.includes(tag)).slice(0, OFFERED_MAX)
  const save = async () => {
    const body = { tags: [...tags], how }
    if (device === null) await props.onBatch(body)
    else {
      await change.mutateAsync({ query: { mac: device.mac }, body })
      notify.success(t(($) => $.tags.saved))
    }
    props.onClose()
  }
  return (
    <Dialog
      open
      title={
        device === null
          ? t(($) => $.tags.title, { count })
          : t(($) => $.tags.title_of, { name: device.device_name || device.mac })
      }
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabledReason={error ?? none} onClick={() => send(save)}>
            {t(($) => $.tags.save)}
          </Button>
        </>
      }
    >
      <div className={s.fields}>
        {device === null && (
          <RadioGroupField<TagChange['how']>
            label={t(($) => $.tags.how.label)}
            value={how}
            onChange={setHow}
            options={TAG_WAYS.map((way) => ({ value: way, label: t(($) => $.tags.how[way]) }))}
          />
        )}
        <TagsField
          label={t(($) => $.columns.tags)}
          value={tags}
          onChange={setTags}
          max={LIMITS.device_tags_max}
          placeholder={t(($) => $.tags.hint)}
          error={error}
        />
        {offered.length > 0 && (
          <p className={s.offered}>
            {offered.map(({ tag, device_count }) => (
              <Button key={tag} size="small" onClick={() => setTags([...tags, tag])}>
                {t(($) => $.tags.offered, { tag, count: device_count })}
              </Button>
            ))}
          </p>
        )}
      </div>
      <Problem problem={problem} />
    </Dialog>
  )
}
