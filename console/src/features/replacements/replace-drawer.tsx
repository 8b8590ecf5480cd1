import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  REPLACEMENT_KINDS,
  REPLACEMENT_UNDO_DAYS,
  ReplacementDraft,
} from '@heatfleet/contract/replacements/replacements.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { SwitchField } from '../../ui/field-check.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './replacements.module.css'
import { Sides } from './sides.tsx'

type Kind = (typeof REPLACEMENT_KINDS)[number]
type Check = ResultOf<typeof api.replacementCheck>
type Props = { mac: string; name: string; onDone: (mac: string) => void; onClose: () => void }

/** Lets a new module take the place of a unit's module: both sides, what stays, what ends. Mounted = open. */
export function ReplaceDrawer({ mac, name, onDone, onClose }: Props) {
  const t = useMessages('replacements')
  const notify = useNotify()
  const errorText = useErrorText()
  const replace = useChange(api.replaceDevice)
  const [mounted, setMounted] = useState(false)
  const form = useForm({
    schema: ReplacementDraft,
    initial: { mac, new_mac: '', kind: 'module' as Kind, reason: '', sim_moved: false },
    toBody: (draft) => ({ ...draft, mounted }),
    onSave: (body) => replace.mutateAsync({ body }),
    onSaved: (done) => {
      notify.success(t(($) => $.replace.saved))
      onClose()
      onDone(done.mac)
    },
  })
  const new_mac = normalizeDeviceId(form.values.new_mac)
  const found = useRead(api.replacementCheck, { body: { mac, new_mac: new_mac ?? mac } }, { enabled: new_mac !== null })
  const check = new_mac === null ? undefined : found.data
  const error = new_mac === null || found.error === null ? undefined : errorText(found.error).message
  const days = REPLACEMENT_UNDO_DAYS
  return (
    <FormDrawer
      form={form}
      width={560}
      title={t(($) => $.replace.title, { device: name })}
      save={t(($) => $.replace.save)}
      saveDisabledReason={useBlocked(new_mac, check, mounted, error)}
      onClose={onClose}
    >
      <TextField
        label={t(($) => $.replace.new)}
        hint={new_mac !== null && check === undefined ? t(($) => $.replace.looking) : t(($) => $.replace.new_hint)}
        required
        autoFocus
        maxLength={64}
        {...form.field('new_mac')}
        error={form.error('new_mac') ?? error}
      />
      {check !== undefined && <Verdict check={check} />}
      {check?.problems.includes('new_online') === true && (
        <SwitchField label={t(($) => $.replace.mounted)} checked={mounted} onChange={setMounted} />
      )}
      {check !== undefined && <Sides check={check} />}
      <RadioGroupField
        label={t(($) => $.replace.kind)}
        inline
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind)}
        options={REPLACEMENT_KINDS.map((kind) => ({ value: kind, label: t(($) => $.kinds[kind]) }))}
      />
      <SwitchField
        label={t(($) => $.replace.sim)}
        hint={t(($) => $.replace.sim_hint)}
        checked={form.values.sim_moved}
        onChange={(sim_moved) => form.set('sim_moved', sim_moved)}
      />
      <TextAreaField
        label={t(($) => $.columns.reason)}
        required
        maxLength={LIMITS.reason_max}
        {...form.field('reason')}
      />
      <dl className={styles.consequences}>
        <dt>{t(($) => $.replace.moves)}</dt>
        <dd>{t(($) => $.replace.moves_list)}</dd>
        <dt>{t(($) => $.replace.ends)}</dt>
        <dd>{t(($) => $.replace.ends_list, { days })}</dd>
      </dl>
    </FormDrawer>
  )
}

const useBlocked = (
  new_mac: string | null,
  check: Check | undefined,
  mounted: boolean,
  error: string | undefined,
): string | undefined => {
  const t = useMessages('replacements')
  if (error !== undefined) return error
  if (new_mac === null) return t(($) => $.replace.new_first)
  if (check === undefined) return t(($) => $.replace.check_first)
  const [problem] = check.problems.filter((one) => !(mounted && one === 'new_online'))
  return problem === undefined ? undefined : t(($) => $.problems[problem])
}

/** Whether the new module can take the place, and what speaks against it. */
function Verdict({ check: { problems } }: { check: Check }) {
  const t = useMessages('replacements')
  return (
    <div role="status">
      <ul className={styles.verdict} data-good={problems.length === 0 || undefined}>
        {problems.length === 0 ? (
          <li>
            <CheckIcon /> {t(($) => $.replace.good)}
          </li>
        ) : (
          problems.map((problem) => (
            <li key={problem}>
              <WarningIcon /> {t(($) => $.problems[problem])}
            </li>
          ))
        )}
      </ul>
    </div>
  )
}
