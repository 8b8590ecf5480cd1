import { api } from '@heatfleet/contract/api.ts'
import type { DiagnosedStep, DiagnosisFinding, DiagnosisResult } from '@heatfleet/contract/devices/diagnosis.ts'
import { Link } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { CheckIcon, CloseIcon, type Icon, InfoIcon, MinusIcon, RefreshIcon, WarningIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import type { DeviceView } from '../device-view.ts'
import type words from '../messages.en.json'
import { CapturePanel } from './capture-panel.tsx'
import css from './diagnosis.module.css'
import { type Evidence, evidenceOf } from './evidence.ts'
import { fixPath } from './fix-path.ts'
import { PingPanel } from './ping-panel.tsx'

const SIGNS = {
  ok: CheckIcon,
  warning: WarningIcon,
  failed: CloseIcon,
  unknown: InfoIcon,
  none: MinusIcon,
} as const satisfies Record<DiagnosisResult, Icon>

type Fixed = keyof (typeof words)['diagnosis']['fixes']
/** Findings that are in order, or wait for another step, have no fix of their own. */
const isFixed = (finding: DiagnosisFinding): finding is Fixed & DiagnosisFinding =>
  !/_(?:ok|unknown|wifi)$/.test(finding)

/** Checked again by itself while the page is open, ms: who stands before the unit sees what a repair did. */
const REFETCH_MS = 30_000

/** The way of values from SIM card to screen, step by step: what was found, what it rests on, and what helps; below it, tools. */
export const DeviceDiagnosis = ({ view }: { view: DeviceView }) => {
  const reads_frames = usePermission('log:raw')
  const { mac } = view.device
  return (
    <div className={css.parts}>
      <Findings view={view} />
      <PingPanel mac={mac} />
      {reads_frames && <CapturePanel mac={mac} />}
    </div>
  )
}

const Findings = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const { mac } = device
  const { data, error, refetch, isFetching } = useRead(
    api.deviceDiagnosis,
    { query: { mac } },
    { refetchInterval: REFETCH_MS },
  )
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorState error={error} needs="device:diagnose" onRetry={() => void refetch()} />
    )
  const failed = data.steps.find(({ result }) => result === 'failed')
  const warned = data.steps.find(({ result }) => result === 'warning')
  const first = failed ?? warned
  return (
    <Panel
      title={t(($) => $.diagnosis.title)}
      note={
        <span className={css.note}>
          <span>
            {t(($) => $.diagnosis.checked)} <Age at={data.at} />
          </span>
          <Button size="small" icon={RefreshIcon} busy={isFetching} onClick={() => void refetch()}>
            {t(($) => $.diagnosis.again)}
          </Button>
        </span>
      }
    >
      <p className={css.summary} data-result={first?.result ?? 'ok'} role="status">
        {first === undefined
          ? t(($) => $.diagnosis.well)
          : t(($) => $.diagnosis.first[failed === undefined ? 'warning' : 'failed'], {
              step: t(($) => $.diagnosis.steps[first.step]),
            })}
      </p>
      <ol className={css.steps}>
        {data.steps.map((step) => (
          <Step
            key={step.step}
            step={step}
            mac={mac}
            evidence={evidenceOf(step.step, data.facts).filter(({ value }) => value !== null && value !== '')}
            facts={data.facts}
          />
        ))}
      </ol>
    </Panel>
  )
}

type StepProps = {
  step: DiagnosedStep
  mac: string
  evidence: readonly Evidence[]
  facts: Parameters<typeof evidenceOf>[1]
}

const Step = ({ step: { step, finding, result }, mac, evidence, facts }: StepProps) => {
  const t = useMessages('device-detail')
  const rights = {
    product: usePermission('product:view'),
    iccid: usePermission('iccid:view'),
    model: usePermission('model:view'),
  }
  const Sign = SIGNS[result]
  const path = fixPath(finding, { mac, product_key: facts.product_key, iccid: facts.iccid }, rights)
  const fix = isFixed(finding) ? t(($) => $.diagnosis.fixes[finding]) : null
  return (
    <li data-result={result}>
      <span className={css.sign}>
        <Sign size={16} strokeWidth={2} />
      </span>
      <div className={css.body}>
        <h3>
          {t(($) => $.diagnosis.steps[step])}
          <span className={css.result}>{t(($) => $.diagnosis.results[result])}</span>
        </h3>
        <p>{t(($) => $.diagnosis.findings[finding])}</p>
        {fix !== null && (
          <p className={css.fix}>
            {fix} {path !== null && <Link to={path}>{t(($) => $.diagnosis.open)}</Link>}
          </p>
        )}
        {evidence.length > 0 && (
          <Facts
            least_px={150}
            items={evidence.map((one) => ({
              label: t(($) => $.diagnosis.evidence[one.key]),
              value: <EvidenceValue of={one} />,
            }))}
          />
        )}
      </div>
    </li>
  )
}

const EvidenceValue = ({ of }: { of: Evidence }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  if (of.kind === 'time') return of.value === null ? null : <Age at={of.value} />
  if (of.kind === 'number') {
    const unit = of.unit === undefined ? '' : ` ${of.unit}`
    return of.value === null ? null : `${formatNumber(of.value, of.decimals ?? 0, lang)}${unit}`
  }
  if (of.kind === 'text') return of.value
  const word = of.value
  return word === null ? null : t(($) => $.diagnosis.words[word])
}
