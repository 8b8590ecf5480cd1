import { api } from '@heatfleet/contract/api.ts'
import { REPLAY_SPEEDS, ReplayRequest } from '@heatfleet/contract/simulator/replay.ts'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './simulator.module.css'

const NAMES = { 1: '1', 6: '6', 24: '24' } as const

/** Starts a virtual device that shows the last day of another one. Mounted = open. */
export function ReplayForm({ onClose }: { onClose: () => void }) {
  const t = useMessages('simulator')
  const notify = useNotify()
  const start = useChange(api.replayUnit)
  const form = useForm({
    schema: ReplayRequest,
    initial: { mac: '', speed: '24' as '1' | '6' | '24' },
    toBody: ({ mac, speed }) => ({ mac: mac.trim().toLowerCase(), speed: Number(speed) }),
    onSave: (body) => start.mutateAsync({ body }),
    onSaved: ({ rows }) => {
      for (const noun of ['device', 'simulator', 'virtual-unit'])
        void queryClient.invalidateQueries({ queryKey: [noun] })
      notify.success(t(($) => $.virtual.replay_started, { count: rows }))
      onClose()
    },
  })
  return (
    <FormDrawer
      form={form}
      title={t(($) => $.virtual.replay_title)}
      save={t(($) => $.virtual.replay_start)}
      onClose={onClose}
    >
      <p className={css.hint}>{t(($) => $.virtual.replay_text)}</p>
      <TextField label={t(($) => $.virtual.replay_mac)} required {...form.field('mac')} />
      <RadioGroupField
        label={t(($) => $.virtual.replay_speed)}
        options={REPLAY_SPEEDS.map((speed) => ({ value: NAMES[speed], label: t(($) => $.virtual.speeds[speed]) }))}
        {...form.field('speed')}
      />
    </FormDrawer>
  )
}
