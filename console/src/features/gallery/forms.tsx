import { Refusal } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { FormArea, FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useForm } from '../../ui/use-form.ts'

const Draft = z.object({
  name: z.string().trim().min(1).max(30),
  level: z.number().int(),
  email: z.email(),
  share: z.number().min(0).max(100),
})
type Draft = { name: string; level: number | undefined; email: string; share: number | null }
const EMPTY: Draft = { name: '', level: undefined, email: 'zhe', share: 120 }

/** A fake server with one name taken. */
const save = ({ name }: z.output<typeof Draft>) =>
  name === 'Zhejiang'
    ? Promise.reject(new Refusal('user_already_exists', { field: 'name' }))
    : Promise.resolve({ name })

/** A form on the page and one in a drawer. */
export function Forms() {
  const [open, setOpen] = useState(false)
  const notify = useNotify()
  const form = useForm({ schema: Draft, initial: EMPTY, onSave: save, onSaved: () => notify.success('Saved') })
  return (
    <div>
      <FormArea form={form}>
        <Panel title="Form" note={<Button onClick={() => setOpen(true)}>Form drawer</Button>}>
          <Fields form={form} />
        </Panel>
      </FormArea>
      {open && <InDrawer onClose={() => setOpen(false)} />}
    </div>
  )
}

function InDrawer({ onClose }: { onClose: () => void }) {
  const form = useForm({ schema: Draft, initial: EMPTY, onSave: save, onSaved: onClose })
  return (
    <FormDrawer form={form} title="Distributor" onClose={onClose}>
      <Fields form={form} />
    </FormDrawer>
  )
}

const Fields = ({ form }: { form: ReturnType<typeof useForm<typeof Draft, Draft, unknown>> }) => (
  <FormGrid>
    <TextField label="Name" required {...form.field('name')} />
    <SelectField
      label="Level"
      required
      {...form.field('level')}
      options={[
        { value: 1, label: 'First' },
        { value: 2, label: 'Second' },
      ]}
    />
    <TextField label="E-mail" {...form.field('email')} />
    <NumberField label="Share" unit="%" {...form.field('share')} />
  </FormGrid>
)
