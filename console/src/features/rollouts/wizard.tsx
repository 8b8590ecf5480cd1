import { api } from '@heatfleet/contract/api.ts'
import { RolloutDraft, RolloutSettings } from '@heatfleet/contract/rollouts/rollout.ts'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { Button } from '../../ui/button.tsx'
import { useMayLeave } from '../../ui/leave-guard.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ROLLOUT_LIST, rolloutPath, type WizardStart } from './paths.ts'
import { Preview, type PreviewTotals } from './preview.tsx'
import { SettingList } from './rollout-facts.tsx'
import css from './rollouts.module.css'
import { ReviewStep } from './step-review.tsx'
import { SettingsStep } from './step-settings.tsx'
import { UnitsStep } from './step-units.tsx'
import { WavesStep } from './step-waves.tsx'
import { STEPS, type Step, useWizardProblems } from './use-wizard-problems.ts'
import { bodyOf, startDraft } from './wizard-draft.ts'

/** The steps of a new rollout over one draft; what is typed stays, whichever step is shown. */
export function Wizard({ start }: { start: WizardStart }) {
  const t = useMessages('rollouts')
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('units')
  const form = useWizardForm(start)
  const mayLeave = useMayLeave(form.id)
  const body = bodyOf(form.values)
  const settings = RolloutSettings.safeParse(body).data
  const match = JSON.stringify(settings ?? null)
  const [seen, setSeen] = useState<{ match: string; counts: PreviewTotals }>()
  const onCounts = useCallback((counts: PreviewTotals) => setSeen({ match, counts }), [match])
  const counts = seen?.match === match ? seen.counts : undefined
  const problems = useWizardProblems(form.values, counts)
  const at = STEPS.indexOf(step)
  const next = STEPS[at + 1]
  const draft = RolloutDraft.safeParse({ ...body, name: '-' }).data
  return (
    <>
      <div className={css.steps}>
        <Steps
          label={t(($) => $.create)}
          now={step}
          steps={STEPS.map((key, place) => ({ key, label: t(($) => $.wizard.steps[key]), done: place < at }))}
        />
      </div>
      <form
        id={form.id}
        noValidate
        className={css.form}
        onBlur={form.onBlur}
        onSubmit={(event) => {
          event.preventDefault()
          if (problems[step] !== undefined) return
          if (next === undefined) form.submit()
          else setStep(next)
        }}
      >
        {step === 'units' && <UnitsStep form={form} />}
        {step === 'settings' && <SettingsStep form={form} />}
        {step === 'preview' && settings !== undefined && (
          <>
            <Panel title={t(($) => $.wizard.steps.settings)}>
              <SettingList settings={settings} />
            </Panel>
            <Preview settings={settings} onCounts={onCounts} />
          </>
        )}
        {step === 'waves' && (
          <WavesStep
            form={form}
            total={
              counts === undefined ? undefined : counts.change + counts.equal + counts.offline + counts.not_writable
            }
          />
        )}
        {step === 'review' && settings !== undefined && draft !== undefined && (
          <ReviewStep form={form} settings={settings} rules={draft} counts={counts} />
        )}
        <div className={css.foot}>
          <Problem problem={form.problem} />
          <Button onClick={() => void mayLeave().then((leave) => leave && void navigate(ROLLOUT_LIST))}>
            {t(($) => $.wizard.cancel)}
          </Button>
          {at > 0 && <Button onClick={() => setStep(STEPS[at - 1] ?? 'units')}>{t(($) => $.wizard.back)}</Button>}
          <Button kind="primary" type="submit" busy={form.busy} disabledReason={problems[step]}>
            {next === undefined ? t(($) => $.wizard.propose) : t(($) => $.wizard.next)}
          </Button>
        </div>
      </form>
    </>
  )
}

const useWizardForm = (start: WizardStart) => {
  const t = useMessages('rollouts')
  const notify = useNotify()
  const navigate = useNavigate()
  const create = useChange(api.rolloutCreate)
  const [initial] = useState(() => startDraft(start))
  const { templates } = useDefinition(start.template === undefined ? undefined : start.product_key)
  const handed = templates.find(({ names }) => names.en === start.template)
  return useForm({
    schema: RolloutDraft,
    // The values of a template that another screen handed over come with the definition of the product.
    initial: handed === undefined ? initial : { ...initial, points: handed.values },
    toBody: bodyOf,
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ rollout_id }) => {
      notify.success(t(($) => $.done.create))
      void navigate(rolloutPath(rollout_id), { replace: true })
    },
  })
}
