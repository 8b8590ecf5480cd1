import { api } from '@heatfleet/contract/api.ts'
import type { FirstRun, FirstStep } from '@heatfleet/contract/first-run/first-run.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { UnknownPanel } from '../first-contact/public.ts'
import css from './first-run.module.css'
import { STEP_BODIES } from './steps.tsx'

type Step = FirstRun['steps'][number]

/** What others do meanwhile shows here: units come in, a product is published. */
const REFRESH_MS = 5_000

/** From an empty installation to a fleet; `?step=units` opens a step, else the first that is left. */
export function Component() {
  const t = useMessages('first-run')
  const sees_modules = usePermission('device-import:view')
  const missing_permission = useMissingPermission('system:edit')
  const { data, error, refetch } = useRead(api.firstRun, {}, { refetchInterval: REFRESH_MS })
  const { edit, busy } = useEdit()
  if (data === undefined)
    return (
      <Page title={t(($) => $.title)}>
        {error === null ? <Loading /> : <ErrorState error={error} needs="system:view" onRetry={() => void refetch()} />}
      </Page>
    )
  const { steps, dismissed } = data
  const done = steps.filter((step) => step.done).length
  return (
    <Page
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <>
          <span role="status">{t(($) => $.progress, { done, all: steps.length })}</span>
          <Button
            busy={busy}
            disabledReason={missing_permission}
            onClick={() => void edit({ dismissed: !dismissed }, dismissed ? undefined : t(($) => $.dismissed))}
          >
            {dismissed ? t(($) => $.show_again) : t(($) => $.dismiss)}
          </Button>
        </>
      }
    >
      <div className={css.columns}>
        <Checklist steps={steps} />
        {sees_modules && <UnknownPanel />}
      </div>
    </Page>
  )
}

const useEdit = () => {
  const notify = useNotify()
  const errorText = useErrorText()
  const change = useChange(api.firstRunEdit)
  const edit = async (body: { set_aside?: FirstStep[]; dismissed?: boolean }, message?: string): Promise<void> => {
    try {
      await change.mutateAsync({ body })
      if (message !== undefined) notify.success(message)
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return { edit, busy: change.isPending }
}

function Checklist({ steps }: { steps: readonly Step[] }) {
  const missing_permission = useMissingPermission('system:edit')
  const { edit, busy } = useEdit()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('step')
  const next = steps.find((step) => !step.done && !step.set_aside)?.step
  const opened = asked ?? next
  const toggle = (step: FirstStep) => setQuery({ step: opened === step ? '' : step }, { replace: true })
  const set_aside = steps.filter((step) => step.set_aside).map(({ step }) => step)
  return (
    <ol className={css.steps}>
      {steps.map((row, at) => {
        const setAside = () =>
          edit({ set_aside: row.set_aside ? set_aside.filter((step) => step !== row.step) : [...set_aside, row.step] })
        const Body = STEP_BODIES[row.step]
        return (
          <StepPanel
            key={row.step}
            row={row}
            number={at + 1}
            is_open={opened === row.step}
            onToggle={() => toggle(row.step)}
            tools={
              row.done ? null : <AsideButton row={row} busy={busy} reason={missing_permission} onPress={setAside} />
            }
          >
            <Body
              setAside={async () => {
                if (!row.set_aside) await setAside()
              }}
            />
          </StepPanel>
        )
      })}
    </ol>
  )
}

function AsideButton(props: { row: Step; busy: boolean; reason: string | undefined; onPress: () => Promise<void> }) {
  const t = useMessages('first-run')
  return (
    <Button size="small" busy={props.busy} disabledReason={props.reason} onClick={() => void props.onPress()}>
      {props.row.set_aside ? t(($) => $.take_up) : t(($) => $.set_aside)}
    </Button>
  )
}

function StepPanel(props: {
  row: Step
  number: number
  is_open: boolean
  onToggle: () => void
  tools: ReactNode
  children: ReactNode
}) {
  const t = useMessages('first-run')
  const { step, done, set_aside } = props.row
  const state = done ? 'done' : set_aside ? 'set_aside' : 'open'
  const body_id = `first-run-${step}`
  return (
    <li className={css.step}>
      <h2 className={css.heading}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={props.is_open}
          aria-controls={body_id}
          onClick={props.onToggle}
        >
          <span className={css.sign} data-done={done || undefined}>
            {done ? <CheckIcon size={14} /> : props.number}
          </span>
          <span className={css.grow}>{t(($) => $.steps[step].title)}</span>
          <StateChip tone={{ done: 'ok', set_aside: 'neutral', open: 'accent' }[state] as 'ok' | 'neutral' | 'accent'}>
            {t(($) => $.states[state])}
          </StateChip>
        </button>
      </h2>
      <div id={body_id} className={css.body} hidden={!props.is_open}>
        {props.is_open && (
          <>
            <p className={css.text}>{t(($) => $.steps[step].text)}</p>
            {props.children}
            {props.tools !== null && <div>{props.tools}</div>}
          </>
        )}
      </div>
    </li>
  )
}
