import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DeviceModel, ModelAction } from '@heatfleet/contract/models/models.ts'
import { useMemo, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useTicking } from '../../ui/clock.ts'
import { formatCountdown } from '../../ui/format.ts'
import { RefreshIcon, SearchIcon, SettingsIcon, WarningIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { ActionProgress, isOpen } from './action-state.tsx'
import { Evidence } from './evidence.tsx'
import { history } from './history-list.tsx'
import { ModelFacts } from './model-facts.tsx'
import css from './models.module.css'
import { SetModel } from './set-model.tsx'

/** Results are pushed; this finds those that a lost connection missed, ms. */
const SAFETY_MS = 20_000

/** The model of one device: what is set and recognised, what can be done, its evidence and history (product 3.15). */
export function UnitModel({ mac }: { mac: string }) {
  useWatch(useMemo(() => [mac], [mac]))
  const read = useRead(
    api.deviceModel,
    { query: { mac } },
    { refetchInterval: (model) => (openActionOf(model) === null ? false : SAFETY_MS) },
  )
  const [shown, setShown] = useState<ModelAction | null>(null)
  if (read.data === undefined)
    return (
      <Panel>
        {read.error === null ? (
          <Loading rows={5} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Panel>
    )
  return (
    <div className={css.parts}>
      <Current
        model={read.data}
        busy={read.isFetching}
        onQuery={() => void read.refetch()}
        onStarted={() => setShown(null)}
      />
      <EvidencePanel action={shown ?? read.data.last_detect} is_last={shown === null} />
      <History mac={mac} onOpen={setShown} />
    </div>
  )
}

const openActionOf = (model: DeviceModel | undefined): ModelAction | null =>
  [model?.last_set, model?.last_detect].find((action) => action !== undefined && action !== null && isOpen(action)) ??
  null

type CurrentProps = { model: DeviceModel; busy: boolean; onQuery: () => void; onStarted: () => void }

function Current({ model, busy, onQuery, onStarted }: CurrentProps) {
  const t = useMessages('models')
  const notify = useNotify()
  const set = useChange(api.modelSet)
  const detect = useChange(api.modelDetect)
  const pending = usePendingRequest()
  const [choosing, setChoosing] = useState(false)
  const reasons = useReasons(model)
  const running = openActionOf(model)
  const { mac, device_name } = model
  const startDetection = async () => {
    await detect.mutateAsync({ body: { mac } })
    notify.info(t(($) => $.detect.started))
    onStarted()
  }
  return (
    <Panel title={t(($) => $.unit.current)}>
      <ModelFacts model={model} />
      {running === null && model.vcard_pk === 'unrecognized' && (
        <div className={css.running} data-tone="warn">
          <WarningIcon /> {t(($) => $.unit.not_identified)}
        </div>
      )}
      {running === null && model.agreement === false && (
        <div className={css.running} data-tone="warn">
          <WarningIcon /> {t(($) => $.agreement.differ_hint)}
        </div>
      )}
      {running !== null && (
        <div className={css.running} role="status" aria-label={t(($) => $.kinds[running.kind])}>
          <b>{t(($) => $.kinds[running.kind])}</b>
          <ActionProgress action={running} />
          {running.kind === 'detect' && <span>{t(($) => $.unit.requery_hint)}</span>}
        </div>
      )}
      <div className={css.actions}>
        <Button
          kind="primary"
          icon={SearchIcon}
          busy={pending.busy}
          disabledReason={reasons.detect}
          onClick={() => pending.send(startDetection)}
        >
          {t(($) => $.unit.detect)}
        </Button>
        <Button icon={SettingsIcon} disabledReason={reasons.set} onClick={() => setChoosing(true)}>
          {t(($) => $.unit.set)}
        </Button>
        <Requery running={running} busy={busy} onQuery={onQuery} />
        <Problem problem={pending.problem} />
      </div>
      <p className={css.hints}>
        {t(($) => $.unit.set_hint)} {t(($) => $.unit.detect_hint)}
      </p>
      {choosing && (
        <SetModel
          mac={mac}
          title={t(($) => $.set.title_unit, { name: device_name || mac })}
          onSet={async (product_key) => {
            await set.mutateAsync({ body: { mac, product_key } })
            notify.info(t(($) => $.set.started))
            onStarted()
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Panel>
  )
}

/** Why a device cannot be set or detected now, in the words of the server's refusal. */
const useReasons = (model: DeviceModel): { set: string | undefined; detect: string | undefined } => {
  const codeText = useCodeText()
  const missing_permission = { set: useMissingPermission('model:set'), detect: useMissingPermission('model:detect') }
  const now =
    openActionOf(model) !== null
      ? codeText('model_busy')
      : model.online_status === 'online'
        ? undefined
        : codeText('device_offline')
  return {
    set: missing_permission.set ?? now,
    detect: missing_permission.detect ?? (model.generic ? now : codeText('model_not_generic')),
  }
}

/** Queries the device again, a minute after the detection began; the result of an ended one is there already. */
function Requery({ running, busy, onQuery }: { running: ModelAction | null; busy: boolean; onQuery: () => void }) {
  const t = useMessages('models')
  const from_ms = running?.kind === 'detect' ? Date.parse(running.created_at) : null
  const left = useTicking((now) => {
    const left_ms = from_ms === null ? 0 : from_ms + LIMITS.model_requery_ms - now
    return left_ms > 0 ? formatCountdown(left_ms) : ''
  })
  return (
    <Button
      icon={RefreshIcon}
      busy={busy && left === ''}
      disabledReason={left === '' ? undefined : t(($) => $.unit.requery_wait, { left })}
      onClick={onQuery}
    >
      {t(($) => $.unit.requery)}
      {left !== '' && <span className={css.number}>{left}</span>}
    </Button>
  )
}

function EvidencePanel({ action, is_last }: { action: ModelAction | null; is_last: boolean }) {
  const t = useMessages('models')
  return (
    <Panel
      title={t(($) => $.evidence.title)}
      note={is_last && action !== null ? t(($) => $.evidence.of_last) : undefined}
    >
      <Evidence action={action} />
    </Panel>
  )
}

function History({ mac, onOpen }: { mac: string; onOpen: (action: ModelAction) => void }) {
  const t = useMessages('models')
  const list = useList(history, undefined, { embedded: true, also: { mac } })
  return (
    <section>
      <h2 className={css.title}>{t(($) => $.history.title)}</h2>
      <div className={css.history}>
        <ListTable of={list} onOpen={onOpen} />
      </div>
    </section>
  )
}
